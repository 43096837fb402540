import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

/**
 * How much JavaScript a visitor's browser loads before the first page of a visit is there, compressed by gzip; fails when
 * it is more than the limit. Run after a build.
 */
const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const LIMIT_KIB = 165;

/** The chunks that a first page is made of, by its route; names as in `src/app/routes.tsx`. */
const firstPages = { '/': ['app', 'projects'], '/login': ['app', 'auth'] };

const chunks = JSON.parse(readFileSync(join(root, 'dist/app-chunks.json'), 'utf8'));

const filesOf = (names) => {
  const files = names.flatMap((name) => {
    if (chunks[name] === undefined) throw new Error(`The build has no chunk "${name}".`);
    return chunks[name];
  });
  return [...new Set(files)].filter((file) => file.endsWith('.js'));
};

const kib = (file) => gzipSync(readFileSync(join(root, 'dist/app', file)), { level: 9 }).length / 1024;

for (const [route, names] of Object.entries(firstPages)) {
  const sizes = filesOf(names).map((file) => ({ file, size: kib(file) }));
  const sum = sizes.reduce((total, { size }) => total + size, 0);
  console.log(`${route} loads ${sum.toFixed(1)} KiB of JavaScript; at most ${LIMIT_KIB} KiB are allowed.`);
  for (const { file, size } of sizes) console.log(`  ${size.toFixed(1).padStart(6)} KiB  ${file}`);
  if (sum > LIMIT_KIB) process.exitCode = 1;
}
