import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { guards } from '../../guards/all';

const root = join(__dirname, '../../..');
const textOf = (path: string) => readFileSync(join(root, path), 'utf8');

/** The rows of the tables in a part of a document, without their heads; each a list of cells. */
const rowsOf = (part: string) =>
  part
    .split('\n')
    .filter((line) => line.startsWith('|') && !/^\| (?:line|threat) /.test(line) && !/^\|[ |-]+$/.test(line))
    .map((line) =>
      line
        .split(/(?<!\\)\|/)
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );

const names = new Set(guards.map(({ threat }) => threat));
const [lines = '', taken = ''] = textOf('docs/asvs.md').split('## What is taken away');
const [, threats = ''] = /^## Threats$([\s\S]*?)^Beside these/m.exec(textOf('docs/security.md')) ?? [];
const takenAway = new Map(rowsOf(taken).map(([line = '', what = '']) => [line, what]));
const guardsIn = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);

test('each guard stands once where it is taken away, and has its test', () => {
  const wrong = guards.flatMap(({ threat, file, guard, behind, suite = 'server', test: path }) => {
    const pieces = [{ file, guard }, ...(behind === undefined ? [] : [behind])];
    const missing = pieces.filter((piece) => textOf(piece.file).split(piece.guard).length !== 2);
    const folder = suite === 'browser' ? 'e2e' : suite;
    return missing.length > 0 || !existsSync(join(root, 'test', folder, path)) ? [threat] : [];
  });
  expect(wrong).toEqual([]);
  expect(names.size).toBe(guards.length);
});

test('each line of docs/asvs.md that is met has guards that are taken away, or says why there are none', () => {
  const met = rowsOf(lines).filter(([, , isMet]) => isMet === 'yes');
  expect(met.length).toBeGreaterThan(100);
  const unguarded = met.filter(([line = '']) => {
    const what = takenAway.get(line) ?? '';
    const named = guardsIn(what);
    return named.length === 0 ? !/^nothing: \w.{7}/.test(what) : named.some((name) => !names.has(name));
  });
  expect(unguarded).toEqual([]);
  expect([...takenAway.keys()].filter((line) => !met.some(([first]) => first === line))).toEqual([]);
});

test('each threat of docs/security.md has a guard that is taken away', () => {
  const all = rowsOf(threats).map(([threat = '']) => threat);
  expect(all.length).toBeGreaterThan(30);
  expect(all.filter((threat) => ![...names].some((name) => name.startsWith(threat)))).toEqual([]);
});

test('each guard is of a threat or a line that is written down', () => {
  const all = rowsOf(threats).map(([threat = '']) => threat);
  const lined = new Set(guardsIn(taken));
  expect([...names].filter((name) => !lined.has(name) && !all.some((threat) => name.startsWith(threat)))).toEqual([]);
});
