/**
 * Process that writes bytes to a file and flushes them to the disk, again and again, as jobs arrive over its channel, and replies
 * with the times.
 *
 * Run `node flusher.js FILE`: the file grows to the size of SQLite's log and is then overwritten.
 */
import { fdatasyncSync, openSync, writeSync } from 'node:fs';
import type { FlushJob, Flushes } from './flushJob';
import { Samples } from './samples';

const FILE_BYTES = 16 * 1024 * 1024;

const file = openSync(process.argv[2] ?? '', 'w+');
writeSync(file, Buffer.alloc(FILE_BYTES, 1));
fdatasyncSync(file);

function flushAgainAndAgain({ bytes, duration }: FlushJob): Flushes {
  const samples = new Samples();
  const piece = Buffer.alloc(bytes, 2);
  let at = 0;
  for (const end = performance.now() + duration; performance.now() < end;) {
    const from = performance.now();
    writeSync(file, piece, 0, bytes, at);
    fdatasyncSync(file);
    samples.add(performance.now() - from);
    at = at + 2 * bytes > FILE_BYTES ? 0 : at + bytes;
  }
  return { perSecond: (samples.count * 1000) / duration, p50: samples.percentile(0.5), p99: samples.percentile(0.99) };
}

process.on('message', (job: FlushJob) => process.send?.(flushAgainAndAgain(job)));
process.on('disconnect', () => process.exit(0));
