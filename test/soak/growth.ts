/** What a process keeps while nobody asks it for anything: bytes, and numbers of what it has open. */
export interface Look {
  /** JavaScript heap in use, after garbage was collected. */
  readonly heap: number;
  /** Buffers and the like. */
  readonly external: number;
  /** Those of JavaScript among them. */
  readonly arrayBuffers?: number;
  readonly rss: number;
  /** Timers, sockets and other things that Node waits for. */
  readonly handles: number;
  /** Files that it has open by their path. */
  readonly files: number;
  readonly sockets: number;
  /** Event loops: its own and one of each thread. Threads that wait for work may end and come again. */
  readonly loops: number;
  /** Bytes of buffers that it keeps on purpose, up to a bound, so that it can answer at once: by its own count, and not judged. */
  readonly held: number;
}

const MEBIBYTE = 1024 * 1024;

type Judged = Exclude<keyof Look, 'held' | 'arrayBuffers'>;

/** What is no growth yet: a part of what there was, and some more for what differs from one look to the next. */
const ALLOWED: Readonly<Record<Judged, readonly [part: number, more: number]>> = {
  heap: [0.05, 3 * MEBIBYTE],
  external: [0.05, 4 * MEBIBYTE],
  rss: [0.1, 24 * MEBIBYTE],
  handles: [0, 5],
  files: [0, 3],
  sockets: [0, 5],
  loops: [0, 2],
};

/** A look without what is kept on purpose. */
const judged = (look: Look): Look => ({ ...look, external: look.external - look.held, rss: look.rss - look.held });

/** Looks below which nothing can be said. */
const FEWEST = 6;

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? NaN;
}

/**
 * What has grown: the middle of the last third of the looks lies above that of the second third by more than noise. The first
 * third is left to caches, which fill up to their bounds.
 *
 * @throws Error where there are too few looks
 */
export function growthIn(taken: readonly Look[]): string[] {
  if (taken.length < FEWEST) throw new Error(`${taken.length} looks are too few to tell growth; ${FEWEST} are needed.`);
  const looks = taken.map(judged);
  const third = Math.floor(looks.length / 3);
  const middle = (from: number, to: number, what: Judged) => median(looks.slice(from, to).map((look) => look[what]));
  return Object.entries(ALLOWED).flatMap(([name, [part, more]]) => {
    const what = name as Judged;
    const before = middle(third, looks.length - third, what);
    const after = middle(looks.length - third, looks.length, what);
    return after > before * (1 + part) + more ? [`${what} has grown from ${before} to ${after}`] : [];
  });
}
