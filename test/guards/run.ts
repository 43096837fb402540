import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { guards } from './all';
import type { Guard, Piece } from './guard';
import { runTests } from './tested';

const root = join(__dirname, '../..');

/** Files and folders of the root that a copy does not need. */
const NOT_COPIED = new Set(['node_modules', 'data', '.git', '.cache', 'test-results']);

/** Copies the product without its data into a folder of its own. */
function copyProduct(): string {
  const copy = mkdtempSync(join(tmpdir(), 'tabpoint-guards-'));
  cpSync(root, copy, { recursive: true, filter: (path) => !NOT_COPIED.has(relative(root, path)) });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  return copy;
}

/** Removes a piece. @returns function that restores it, or why it cannot be removed */
function removePiece(copy: string, { file, guard, without }: Piece): (() => void) | string {
  const path = join(copy, file);
  const source = readFileSync(path, 'utf8');
  const times = source.split(guard).length - 1;
  if (times !== 1) return `the guard stands ${times} times in ${file}`;
  const changed = source.replace(guard, () => without);
  writeFileSync(path, changed);
  return () => writeFileSync(path, source);
}

/** Removes a guard, and describes the outcome of its test. */
function tryGuard(copy: string, one: Guard): string {
  const pieces = [one, ...(one.behind === undefined ? [] : [one.behind])].map((piece) => removePiece(copy, piece));
  try {
    const missing = pieces.find((piece) => typeof piece === 'string');
    if (missing !== undefined) return missing;
    const { failed, passed, broken } = runTests(copy, one);
    if (broken) return 'without it the tests do not even run';
    if (failed > 0) return 'fails';
    return passed === 0 ? 'there is no such test' : 'NO TEST FAILS';
  } finally {
    for (const putBack of pieces) if (typeof putBack === 'function') putBack();
  }
}

/** `npm run guards`: removes each guard in a copy, one after the other, and expects its test to fail. Words select threats. */
function run(words: readonly string[]) {
  const chosen = guards.filter(({ threat }) => words.length === 0 || words.some((word) => threat.includes(word)));
  const copy = copyProduct();
  let unseen = 0;
  for (const one of chosen) {
    const outcome = tryGuard(copy, one);
    if (outcome !== 'fails') unseen += 1;
    process.stdout.write(`${one.threat} | ${one.test} | ${outcome}\n`);
  }
  rmSync(copy, { recursive: true });
  process.stdout.write(`${chosen.length - unseen} of ${chosen.length} guards are seen\n`);
  process.exitCode = unseen === 0 ? 0 : 1;
}

run(process.argv.slice(2));
