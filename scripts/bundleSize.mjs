import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

/**
 * Prints the size of the JavaScript (gzip) that a browser loads for the first page of a visit, and that each other page or view adds. Fails
 * if a limit is exceeded. Run it after a build.
 */
const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const FIRST_LIMIT_KIB = 155;
const LATER_LIMIT_KIB = 38.5;

/** Chunks of a first page, by its path; names as in `src/app/pages/pageFiles.ts`. */
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

const sizesOf = (files) => files.map((file) => ({ file, size: kib(file) }));
const sumOf = (sizes) => sizes.reduce((total, { size }) => total + size, 0);

for (const [route, names] of Object.entries(firstPages)) {
  const sizes = sizesOf(filesOf(names));
  const sum = sumOf(sizes);
  console.log(`${route} loads ${sum.toFixed(1)} KiB of JavaScript; at most ${FIRST_LIMIT_KIB} KiB are allowed.`);
  for (const { file, size } of sizes) console.log(`  ${size.toFixed(1).padStart(6)} KiB  ${file}`);
  if (sum > FIRST_LIMIT_KIB) process.exitCode = 1;
}

const first = new Set(filesOf(['app']));
for (const name of Object.keys(chunks)) {
  if (name === 'app') continue;
  const sum = sumOf(sizesOf(filesOf([name]).filter((file) => !first.has(file))));
  console.log(`${name} adds ${sum.toFixed(1)} KiB of JavaScript; at most ${LATER_LIMIT_KIB} KiB are allowed.`);
  if (sum > LATER_LIMIT_KIB) process.exitCode = 1;
}
