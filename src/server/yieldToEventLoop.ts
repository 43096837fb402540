import { setImmediate as nextTurn } from 'node:timers/promises';
import { Refusal } from './refusal';

/** Work in small steps. It may be paused after each `yield`. */
export type Steps<T> = Generator<undefined, T, undefined>;

/** Maximum time of all stepwise work together in one turn of the event loop. */
const SLICE_MS = 4;

/** Maximum work of one query. Pauses do not count. */
const MAX_QUERY_MS = 8_000;

/** Maximum work of a write's search while the write is at the head of the queue: all other writes wait for it. */
const MAX_IN_TURN_MS = 50;

/**
 * Turns of the event loop between two slices of work. Node accepts one new connection per turn, and reads its request in a later
 * turn.
 */
const YIELD_TURNS = 8;

/**
 * Yields the event loop for several turns, so that other requests, those of new connections too, run before long work continues.
 * Under load, when these turns take longer than one slice, it stops yielding early, after one turn at least.
 */
export async function yieldToOthers(): Promise<void> {
  const from = performance.now();
  for (let turn = 0; turn < YIELD_TURNS; turn += 1) {
    if (turn > 0 && performance.now() - from >= SLICE_MS) return;
    await nextTurn();
  }
}

/** Start time of the first slice of work in this turn of the event loop. */
let began: number | undefined;

function endTurn() {
  began = undefined;
}

/** Returns the milliseconds since the first slice of work in this turn began. */
function elapsed(): number {
  const now = performance.now();
  if (began === undefined) {
    began = now;
    setImmediate(endTurn);
  }
  return now - began;
}

/** Paused work, the longest paused first. One resumes at a time, so that all get the same share. */
const paused: (() => void)[] = [];

async function resumeAll() {
  while (paused.length > 0) {
    await yieldToOthers();
    // Resumed work gets a full slice: otherwise new requests could use up the turn's slice again and again.
    began = undefined;
    paused.shift()?.();
  }
}

async function pause(): Promise<void> {
  await new Promise<void>((resolve) => {
    if (paused.push(resolve) === 1) void resumeAll();
  });
  elapsed();
}

/**
 * Keeps long work from blocking the event loop, however much of it runs concurrently. Call the returned function after each step:
 * it returns a promise to wait for if the slice of this turn is used up, else undefined.
 */
export function createYielding(): () => Promise<void> | undefined {
  elapsed();
  return () => (elapsed() < SLICE_MS ? undefined : pause());
}

/** Runs work to completion without a pause. */
export function runAtOnce<T>(work: Steps<T>): T {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

/** Refusal of a query that takes too much work. */
export const tooSlow = (): Refusal =>
  new Refusal('query_too_slow', `This query was stopped: it needs more than ${MAX_QUERY_MS / 1_000} seconds of work.`, {
    hint: 'Ask for less at once: fewer conditions, shorter patterns, or a filter by equality that leaves fewer rows to look at.',
  });

/**
 * Thrown if the search of a write at the head of the queue takes too long: the search is done before the write joins the queue,
 * and the write retried.
 */
export class TakesLong extends Error {}

/** Returns wall-clock time and CPU time of the process, in milliseconds. */
function readTimes(): { readonly clock: number; readonly used: number } {
  const { user, system } = process.cpuUsage();
  return { clock: performance.now(), used: (user + system) / 1_000 };
}

/**
 * Returns the work done since then. Other threads add to the CPU time, other processes to the wall-clock time, so the smaller one
 * counts.
 */
function workMsSince(since: ReturnType<typeof readTimes>): number {
  const { clock, used } = readTimes();
  return Math.min(clock - since.clock, used - since.used);
}

async function runWithin<T>(work: Steps<T>, maxMs: number, tooLong: () => Error): Promise<T> {
  const yielding = createYielding();
  let workedMs = 0;
  // The first slice does not count: it is short, most work ends in it, and reading the times would take as long.
  let since: ReturnType<typeof readTimes> | undefined;
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    const pause = yielding();
    if (pause === undefined) continue;
    if (since !== undefined) workedMs += workMsSince(since);
    if (workedMs > maxMs) throw tooLong();
    await pause;
    since = readTimes();
  }
}

/** Runs work in steps without a time limit, and yields to the event loop between them. */
export const runInSteps = <T>(work: Steps<T>): Promise<T> => runWithin(work, Infinity, tooSlow);

/** Runs the work of a query in steps, and yields to the event loop between them. */
export type RunQuery = <T>(work: Steps<T>) => Promise<T>;

/** @throws Refusal `query_too_slow` */
export const runQuery: RunQuery = (work) => runWithin(work, MAX_QUERY_MS, tooSlow);

/** Like {@link runQuery}, for a write at the head of the queue. @throws TakesLong */
export const runInTurn: RunQuery = (work) => runWithin(work, MAX_IN_TURN_MS, () => new TakesLong());

/** Runs work for the rest of this turn's slice. @returns its result, or undefined if it has not ended */
export function runBriefly<T>(work: Steps<T>): { readonly value: T } | undefined {
  do {
    const step = work.next();
    if (step.done) return { value: step.value };
  } while (elapsed() < SLICE_MS);
  return undefined;
}

/** Number of records of the first chunk, and of any chunk at most. */
const FIRST_RECORDS = 32;
const MAX_RECORDS = 512;

/** Size that chunks should have. */
const CHUNK_BYTES = 128 * 1024;

/** Returns the end of a chunk: it has at least one record, and ends once its records have the size of a chunk. */
export function endOfChunk(from: number, end: number, bytesOf: (record: number) => number): number {
  let expectedBytes = bytesOf(from);
  let to = from + 1;
  while (to < end && expectedBytes < CHUNK_BYTES) {
    expectedBytes += bytesOf(to);
    to += 1;
  }
  return to;
}

/**
 * Serializes records in chunks, each when the consumer requests it, and yields to the event loop between them.
 *
 * @param count number of records
 * @param serialize returns the text of the records from one index up to another, exclusive
 * @param bytesOf returns about how long a record is
 */
export async function* inChunks(
  count: number,
  serialize: (from: number, to: number) => Buffer,
  bytesOf: (record: number) => number,
): AsyncGenerator<Buffer, void, undefined> {
  const yielding = createYielding();
  let maxRecords = FIRST_RECORDS;
  let from = 0;
  while (from < count) {
    const to = endOfChunk(from, Math.min(from + maxRecords, count), bytesOf);
    const chunk = serialize(from, to);
    yield chunk;
    maxRecords = Math.min(MAX_RECORDS, Math.ceil(((to - from) * CHUNK_BYTES) / chunk.length));
    from = to;
    const pause = yielding();
    if (pause) await pause;
  }
}

/** Repeats work that returns whether there may be more of it, and yields to the event loop in between. */
export async function inBatches(work: () => Promise<boolean>): Promise<void> {
  while (await work()) await nextTurn();
}
