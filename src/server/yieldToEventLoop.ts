import { setImmediate as nextTurn } from 'node:timers/promises';
import { Refusal } from './refusal';

/** Work in small steps: it may be paused after each. */
export type Steps<T> = Generator<undefined, T, undefined>;

/** Milliseconds of work in one turn of the event loop before it yields: of all such work together. */
const SLICE = 4;

/** Milliseconds of work that one query may take at most; time in which others had their turn is not counted. */
const WORK_MOST = 8_000;

/** The same for the search of a write once that has its turn: all other writes wait for it. */
const IN_TURN_MOST = 50;

/** Turns of the event loop between two pieces of work: it accepts one new connection in each, and reads its request in a later one. */
const TURNS_OF_OTHERS = 8;

/**
 * Lets all others have their turn, those that have just connected too, before work that takes milliseconds goes on. Where there is
 * much else to do, that goes on after one turn, or as much time as it may take itself.
 */
export async function yieldToOthers(): Promise<void> {
  const from = performance.now();
  for (let turn = 0; turn < TURNS_OF_OTHERS && (turn === 0 || performance.now() - from < SLICE); turn += 1) {
    await nextTurn();
  }
}

/** When the first such work of this turn of the event loop began. */
let began: number | undefined;

function endTurn() {
  began = undefined;
}

/** Milliseconds since the first such work of this turn began. */
function elapsed(): number {
  const now = performance.now();
  if (began === undefined) {
    began = now;
    setImmediate(endTurn);
  }
  return now - began;
}

/** Work that is paused, the longest first. One goes on at a time, so that all have the same time. */
const paused: (() => void)[] = [];

async function resumeAll() {
  while (paused.length > 0) {
    await yieldToOthers();
    // It has a time of its own: what has just come may have used up that of this turn, again and again.
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
 * Keeps long work from blocking the event loop, however much of it runs at the same time. Call the result after each step: it
 * returns a promise to wait for when the time of this turn is used up, else undefined.
 */
export function createYielding(): () => Promise<void> | undefined {
  elapsed();
  return () => (elapsed() < SLICE ? undefined : pause());
}

/** Runs work to its end without a pause. */
export function runAtOnce<T>(work: Steps<T>): T {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

/** Said where a query takes too much work. */
export const tooSlow = (): Refusal =>
  new Refusal('query_too_slow', `This query was stopped: it needs more than ${WORK_MOST / 1_000} seconds of work.`, {
    hint: 'Ask for less at once: fewer conditions, shorter patterns, or a filter by equality that leaves fewer rows to look at.',
  });

/** Thrown where a search takes longer than it may while others wait: it is done before its turn, and tried again. */
export class TakesLong extends Error {}

/** The time by the clock, and as the process uses up the processor, in milliseconds. */
function timesNow(): { readonly clock: number; readonly used: number } {
  const { user, system } = process.cpuUsage();
  return { clock: performance.now(), used: (user + system) / 1_000 };
}

/** Other threads use the processor too, and other processes take it away: neither time alone is that of the work. */
function workSince(since: ReturnType<typeof timesNow>): number {
  const { clock, used } = timesNow();
  return Math.min(clock - since.clock, used - since.used);
}

async function runWithin<T>(work: Steps<T>, most: number, tooLong: () => Error): Promise<T> {
  const yielding = createYielding();
  let worked = 0;
  // What is done before the first pause is short, and does not count: most work ends in it, and to ask for its times takes as long.
  let since: ReturnType<typeof timesNow> | undefined;
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    const pause = yielding();
    if (pause === undefined) continue;
    if (since !== undefined) worked += workSince(since);
    if (worked > most) throw tooLong();
    await pause;
    since = timesNow();
  }
}

/** Runs work in steps, and yields to the event loop between them; it may take as long as it needs. */
export const runInSteps = <T>(work: Steps<T>): Promise<T> => runWithin(work, Infinity, tooSlow);

/** Runs the work of a query to its end, in steps between which others have their turn. */
export type RunQuery = <T>(work: Steps<T>) => Promise<T>;

/** @throws Refusal `query_too_slow` */
export const runQuery: RunQuery = (work) => runWithin(work, WORK_MOST, tooSlow);

/** As {@link runQuery}, for a write that has its turn. @throws TakesLong */
export const runInTurn: RunQuery = (work) => runWithin(work, IN_TURN_MOST, () => new TakesLong());

/** Begins work, as long as this turn of the event loop has time left. @returns its result, or undefined where there is more to do */
export function runBriefly<T>(work: Steps<T>): { readonly value: T } | undefined {
  do {
    const step = work.next();
    if (step.done) return { value: step.value };
  } while (elapsed() < SLICE);
  return undefined;
}

/** Records that are written out at once: at first, and at most. */
const FIRST_RECORDS = 32;
const MOST_RECORDS = 512;
/** A piece of more bytes is followed by one of fewer records, a piece of less than a quarter of that by one of more. */
const LONG_PIECE = 256 * 1024;

/** Writes records out in pieces, and yields to the event loop between them; a piece is made when it is asked for. */
export async function* inPieces(
  count: number,
  piece: (from: number, to: number) => Buffer,
): AsyncGenerator<Buffer, void, undefined> {
  const yielding = createYielding();
  let records = FIRST_RECORDS;
  for (let from = 0; from < count;) {
    const to = Math.min(from + records, count);
    const bytes = piece(from, to);
    yield bytes;
    from = to;
    if (bytes.length > LONG_PIECE) records = Math.max(1, records >> 1);
    else if (bytes.length < LONG_PIECE / 4) records = Math.min(MOST_RECORDS, records * 2);
    const pause = yielding();
    if (pause) await pause;
  }
}
