import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { requirementRows, threatRows } from '../../fixtures/securityDocuments';
import { guards } from '../../guards/all';

const root = join(__dirname, '../../..');
const textOf = (path: string) => readFileSync(join(root, path), 'utf8');

const names = guards.map(({ threat }) => threat);

test('each guard stands once where it is taken away, and has its test', () => {
  const wrong = guards.flatMap(({ threat, file, guard, behind, suite = 'server', test: path }) => {
    const pieces = [{ file, guard }, ...(behind === undefined ? [] : [behind])];
    const missing = pieces.filter((piece) => textOf(piece.file).split(piece.guard).length !== 2);
    const folder = suite === 'browser' ? 'e2e' : suite;
    return missing.length > 0 || !existsSync(join(root, 'test', folder, path)) ? [threat] : [];
  });
  expect(wrong).toEqual([]);
  expect(names.length).toBeGreaterThan(35);
  expect(new Set(names).size).toBe(names.length);
});

test('each guard is of a threat of docs/security.md or a requirement of docs/asvs.md', () => {
  const threats = threatRows().map(([threat]) => threat);
  const requirements = requirementRows().flatMap(([numbers = '']) => numbers.split(', '));
  const isWritten = (name: string) => {
    const [, requirement] = /^ASVS ([\d.]+): /.exec(name) ?? [];
    return requirement === undefined ? threats.includes(name.split(': ', 1)[0]) : requirements.includes(requirement);
  };
  expect(names.filter((name) => !isWritten(name))).toEqual([]);
});
