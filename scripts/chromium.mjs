import { execFileSync } from 'node:child_process';
import { createReadStream, createWriteStream, existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { createBrotliDecompress } from 'node:zlib';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const carrier = join(root, 'node_modules/@sparticuz/chromium');
const unpacked = join(root, '.cache/chromium');

/** Decompresses a brotli file of the browser's package once. It gets its final name only when it is complete. */
async function unpack(name, target, mode) {
  if (existsSync(target)) return target;
  mkdirSync(dirname(target), { recursive: true });
  const unfinished = `${target}.${process.pid}`;
  await pipeline(
    createReadStream(join(carrier, 'bin', name)),
    createBrotliDecompress(),
    createWriteStream(unfinished, { mode }),
  );
  renameSync(unfinished, target);
  return target;
}

const lacksLibraries = (binary) => {
  try {
    return execFileSync('ldd', [binary], { encoding: 'utf8' }).includes('not found');
  } catch {
    return false;
  }
};

/**
 * Unpacks the browser of the browser tests from an npm package, so that nothing has to be downloaded. If the system lacks libraries, those
 * of the package are unpacked too.
 *
 * @returns path of the browser, and its environment variables
 */
export async function chromium() {
  const { version } = JSON.parse(readFileSync(join(carrier, 'package.json'), 'utf8'));
  const folder = join(unpacked, version);
  const executablePath = await unpack('chromium.br', join(folder, 'chromium'), 0o755);
  if (!lacksLibraries(executablePath)) return { executablePath, env: {} };
  const archive = await unpack('al2023.tar.br', join(folder, 'libraries.tar'), 0o644);
  const libraries = join(folder, 'libraries');
  mkdirSync(libraries, { recursive: true });
  execFileSync('tar', ['-xf', archive, '-C', libraries]);
  const paths = [join(libraries, 'lib'), libraries, process.env.LD_LIBRARY_PATH].filter(Boolean);
  return { executablePath, env: { LD_LIBRARY_PATH: paths.join(':') } };
}
