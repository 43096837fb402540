import { chmodSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Script } from 'node:vm';
import { crc32 } from 'node:zlib';

/**
 * Entry of the built server: runs `server.js` (`main.ts`) from what the build has kept of compiling it
 * (`scripts/keepCode.mjs`). Reading four megabytes of JavaScript anew is a third of a start. Where nothing was kept, or for
 * another file or another Node, V8 compiles as ever: what is kept makes nothing different.
 */
const file = join(__dirname, 'server.js');
const keptFile = join(__dirname, 'server.code');

/** Before the code stands a sum of the source and of itself: V8 compares nothing but versions and lengths. */
const SUM_BYTES = 4;

const sumOf = (source: string, code: Buffer): number => crc32(code, crc32(source));

function readKept(source: string): Buffer | undefined {
  try {
    const kept = readFileSync(keptFile);
    const code = kept.subarray(SUM_BYTES);
    return kept.readUInt32LE(0) === sumOf(source, code) ? code : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps what has been compiled when the process ends: what a start needs is among it then. */
function keepAtEnd(script: Script, source: string) {
  process.once('exit', () => {
    const code = script.createCachedData();
    const sum = Buffer.alloc(SUM_BYTES);
    sum.writeUInt32LE(sumOf(source, code));
    writeFileSync(`${keptFile}.new`, Buffer.concat([sum, code]));
    // Whoever may read the server's files may read this one; what else the server writes is its own.
    chmodSync(`${keptFile}.new`, 0o644);
    renameSync(`${keptFile}.new`, keptFile);
  });
}

const source = readFileSync(file, 'utf8');
const isKeeping = process.argv.includes('--keep-code');
const script = new Script(`(function (exports, require, module, __filename, __dirname) {${source}\n})`, {
  filename: file,
  cachedData: isKeeping ? undefined : readKept(source),
});
if (isKeeping) keepAtEnd(script, source);
const run = script.runInThisContext() as (...given: unknown[]) => void;
run(exports, require, module, file, __dirname);
