import type { Kind } from './servers/target';

/** One line of the report. */
export interface Operation {
  readonly name: string;
  readonly kind: Kind;
  readonly connections: number;
  /** What the yardstick is asked instead. */
  readonly yardstick?: Kind;
  /** What to aim for, and what is too little: shares of bare `node:http` in the same round. */
  readonly goal?: number;
  readonly floor?: number;
}

/** Everything that is read, at 32 connections and where waiting matters at 256. */
export const reads: readonly Operation[] = [
  { name: 'the same page of 100 again', kind: 'samePage', connections: 32, goal: 0.6, floor: 0.5 },
  { name: 'unchanged since (304)', kind: 'unchanged', connections: 32, goal: 0.6, floor: 0.5 },
  { name: 'all rows, .ndjson', kind: 'allRows', connections: 32, goal: 0.8, floor: 0.7 },
  { name: 'a row by id', kind: 'rowById', connections: 32, goal: 0.5, floor: 0.4 },
  { name: 'a row by id, public, no key', kind: 'rowWithoutKey', connections: 32 },
  { name: 'a deep page of 100, new each time', kind: 'deepPage', connections: 32, goal: 0.3, floor: 0.25 },
  { name: 'a deep page, beside bytes from anywhere', kind: 'deepPage', yardstick: 'anyBytes', connections: 32 },
  { name: 'equality, 100 rows and total, new', kind: 'equality', connections: 32, goal: 0.3, floor: 0.22 },
  { name: 'range and sort, 100 rows, new', kind: 'range', connections: 32, goal: 0.2, floor: 0.15 },
  { name: 'the same page of 100 again', kind: 'samePage', connections: 256 },
  { name: 'a row by id', kind: 'rowById', connections: 256 },
];

/** Writes come last, as they change what is read; bare `node:http` answers a GET of one row meanwhile. */
export const writes: readonly Operation[] = [
  { name: 'append a row, durable', kind: 'append', connections: 1 },
  { name: 'append a row, durable', kind: 'append', connections: 32, goal: 0.12, floor: 0.08 },
  { name: 'append a row, durable', kind: 'append', connections: 256 },
];

/** What else to aim for, with 100,000 rows of ten columns. Milliseconds and megabytes. */
export const goals = {
  start: 700,
  /** From launch to the first answer, as a multiple of what reading the rows and unpacking them takes, of a million rows. */
  startToReading: 1.5,
  memory: 250,
  imports: { CSV: 1_800, XLSX: 2_800 },
  /** The longest that the event loop stands still while a file is imported. */
  standstill: 50,
  /** Appends of one who waits for each, as a share of those that the disk and bare `node:http` would let through one after the other. */
  alone: { goal: 0.6, floor: 0.5 },
  /** p99 of reading, as a multiple of that of bare `node:http`. */
  p99: (connections: number) => (connections > 32 ? 1.5 : 2),
} as const;
