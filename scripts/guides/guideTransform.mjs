import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compileGuide } from './compileGuide.mjs';

/** Transform for Jest, equivalent to `guideLoader` for webpack. */
const here = dirname(fileURLToPath(import.meta.url));
const sources = readdirSync(here).map((file) => readFileSync(join(here, file)));

export default {
  getCacheKey: (markdown) =>
    sources.reduce((hash, source) => hash.update(source), createHash('sha256').update(markdown)).digest('hex'),
  process: (markdown) => ({ code: `exports.article = ${JSON.stringify(compileGuide(markdown))};` }),
};
