import { median } from '../bench/report/numbers';

/** Resources of an idle process: bytes, and numbers of open handles. */
export interface Look {
  /** JavaScript heap in use, after a garbage collection. */
  readonly heap: number;
  /** Bytes outside the heap, such as buffers. */
  readonly external: number;
  /** Those of JavaScript among them. */
  readonly arrayBuffers?: number;
  readonly rss: number;
  /** Timers, sockets and other handles that Node waits for. */
  readonly handles: number;
  /** Open files with a path. */
  readonly files: number;
  readonly sockets: number;
  /** Event loops: its own and one of each thread. Idle threads may end and start again. */
  readonly loops: number;
  /** Bytes of bounded caches, by the process’s own count: not judged. */
  readonly held: number;
}

const MEBIBYTE = 1024 * 1024;

type Judged = Exclude<keyof Look, 'held' | 'arrayBuffers'>;

/** Tolerance of growth: a share of the earlier value, and an absolute amount for variation between samples. */
const ALLOWED: Readonly<Record<Judged, readonly [part: number, more: number]>> = {
  heap: [0.05, 3 * MEBIBYTE],
  external: [0.05, 4 * MEBIBYTE],
  rss: [0.1, 24 * MEBIBYTE],
  handles: [0, 5],
  files: [0, 3],
  sockets: [0, 5],
  loops: [0, 2],
};

/** A sample without bounded caches. */
const judged = (look: Look): Look => ({ ...look, external: look.external - look.held, rss: look.rss - look.held });

/** Minimum number of samples for a verdict. */
const MIN_SAMPLES = 6;

/**
 * Returns what has grown: the median of the last third of the samples exceeds that of the second third by more than the
 * tolerance. The first third is ignored, since caches fill up.
 *
 * @throws Error with too few samples
 */
export function growthIn(taken: readonly Look[]): string[] {
  if (taken.length < MIN_SAMPLES)
    throw new Error(`${taken.length} looks are too few to tell growth; ${MIN_SAMPLES} are needed.`);
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
