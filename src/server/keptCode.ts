import { isAscii } from 'node:buffer';
import { chmodSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { Script } from 'node:vm';
import { crc32 } from 'node:zlib';

/** What Node gives a file that it runs. */
export interface FileScope {
  readonly exports: unknown;
  readonly require: NodeJS.Require;
  readonly module: NodeJS.Module;
}

/** Before the code stands a sum of the source and of itself: V8 compares nothing but versions and lengths. */
const SUM_BYTES = 4;

const sumOf = (source: Buffer, code: Buffer): number => crc32(code, crc32(source));

/** Text of a built file. Those are of ASCII, whose bytes need only be copied. */
const textOf = (source: Buffer): string => source.toString(isAscii(source) ? 'latin1' : 'utf8');

const keptFileOf = (file: string) => file.replace(/\.js$/, '.code');

function readKept(file: string, source: Buffer): Buffer | undefined {
  try {
    const kept = readFileSync(keptFileOf(file));
    const code = kept.subarray(SUM_BYTES);
    return kept.readUInt32LE(0) === sumOf(source, code) ? code : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps what has been compiled when the process, or the thread, ends: what it needs is among it then. */
function keepAtEnd(script: Script, file: string, source: Buffer) {
  process.once('exit', () => {
    const code = script.createCachedData();
    const sum = Buffer.alloc(SUM_BYTES);
    sum.writeUInt32LE(sumOf(source, code));
    const kept = keptFileOf(file);
    writeFileSync(`${kept}.new`, Buffer.concat([sum, code]));
    // Whoever may read the server's files may read this one; what else the server writes is its own.
    chmodSync(`${kept}.new`, 0o644);
    renameSync(`${kept}.new`, kept);
  });
}

/**
 * Runs a built file from what was kept of compiling it, in the file with its name that ends with `.code`. Where nothing was kept, or
 * for another file or another Node, V8 compiles as ever: what is kept makes nothing different. With `--keep-code` among the
 * words of the command it is kept.
 *
 * @param scope as Node gives it to whoever calls this
 */
export function runFromKept(file: string, { exports, require, module }: FileScope): void {
  const source = readFileSync(file);
  const isKeeping = process.argv.includes('--keep-code');
  const script = new Script(`(function (exports, require, module, __filename, __dirname) {${textOf(source)}\n})`, {
    filename: file,
    cachedData: isKeeping ? undefined : readKept(file, source),
  });
  if (isKeeping) keepAtEnd(script, file, source);
  const run = script.runInThisContext() as (...given: unknown[]) => void;
  run(exports, require, module, file, dirname(file));
}
