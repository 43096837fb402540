import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Found } from './target';

/** Cases that were found once, one file each; the suite tries them in every run. */
export const casesDir = join(__dirname, 'cases');

export interface KeptCase extends Found {
  readonly target: string;
}

/** Stores a found case. @returns the path of its file */
export function keepCase(target: string, found: Found): string {
  const mark = createHash('sha256').update(found.input).digest('hex').slice(0, 12);
  const path = join(casesDir, `${target}-${mark}.json`);
  const [why = ''] = found.why.split('\n');
  writeFileSync(path, `${JSON.stringify({ target, why, input: found.input }, null, 2)}\n`);
  return path;
}

/** Returns all stored cases, of one target or of all. */
export const keptCases = (): KeptCase[] =>
  readdirSync(casesDir)
    .filter((name) => name.endsWith('.json'))
    .map((name) => JSON.parse(readFileSync(join(casesDir, name), 'utf8')) as KeptCase);
