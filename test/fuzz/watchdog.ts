import { Worker } from 'node:worker_threads';
import { casesDir } from './keptCases';

/** Bytes of an input that are kept in case it never ends. */
const MAX_INPUT_BYTES = 8 * 1024 * 1024;

/** Timeout of an input in seconds. */
const TIMEOUT_SECONDS = 20;

/**
 * Runs in a worker thread, since the main thread is busy: if no next input arrives in time, stores the current one and ends the
 * process.
 */
const WATCHING = `
const { workerData } = require('node:worker_threads');
const { writeFileSync } = require('node:fs');
const { counters, room, target, dir, patience } = workerData;
const beats = new Int32Array(counters);
let last = -1;
let since = Date.now();
setInterval(() => {
  const now = Atomics.load(beats, 0);
  if (now !== last) { last = now; since = Date.now(); }
  if (now === 0 || Date.now() - since < patience * 1000) return;
  const input = Buffer.from(Buffer.from(room, 0, Atomics.load(beats, 1))).toString();
  const path = dir + '/' + target + '-endless-' + Date.now() + '.json';
  writeFileSync(path, JSON.stringify({ target, why: 'It was not done within ' + patience + ' seconds.', input }, null, 2));
  process.stdout.write(target + ': an input is never done; kept in ' + path + '\\n', () => process.exit(1));
}, 1000);
`;

/**
 * Watches inputs that are tried one after the other. @returns callback for each input before it is tried, and the end of the
 * watch
 */
export function watchOver(target: string) {
  const counters = new SharedArrayBuffer(8);
  const room = new SharedArrayBuffer(MAX_INPUT_BYTES);
  const beats = new Int32Array(counters);
  const bytes = Buffer.from(room);
  const workerData = { counters, room, target, dir: casesDir, patience: TIMEOUT_SECONDS };
  const worker = new Worker(WATCHING, { eval: true, workerData });
  return {
    beat: (input: string) => {
      Atomics.store(beats, 1, bytes.write(input));
      Atomics.add(beats, 0, 1);
    },
    end: () => worker.terminate(),
  };
}
