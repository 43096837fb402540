import type { Kind } from './servers/target';

/** One line of the report. */
export interface Operation {
  readonly name: string;
  readonly kind: Kind;
  readonly connections: number;
  /** Operation of the yardstick to compare with. */
  readonly yardstick?: Kind;
  /** Goal and minimum: shares of bare `node:http` in the same round. */
  readonly goal?: number;
  readonly floor?: number;
}

/** All reads, at 32 connections and, if latency matters, at 256. */
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

/** Writes are last, as they change the rows; bare `node:http` answers a GET of one row as their yardstick. */
export const writes: readonly Operation[] = [
  { name: 'append a row, durable', kind: 'append', connections: 1 },
  { name: 'append a row, durable', kind: 'append', connections: 32, goal: 0.12, floor: 0.08 },
  { name: 'append a row, durable', kind: 'append', connections: 256 },
];

/** Other goals, with 100,000 rows of ten columns. Milliseconds and megabytes. */
export const goals = {
  start: 700,
  /** Time from launch to the first response with a million rows, as a multiple of just reading and unpacking the rows. */
  startToReading: 1.5,
  memory: 250,
  imports: { CSV: 1_800, XLSX: 2_800 },
  /** Longest blocking of the event loop during an import. */
  standstill: 50,
  /** Rate of appends by one waiting client, as a share of the rate that the disk and bare `node:http` allow in sequence. */
  alone: { goal: 0.6, floor: 0.5 },
  /** p99 of reads, as a multiple of that of bare `node:http`. */
  p99: (connections: number) => (connections > 32 ? 1.5 : 2),
} as const;
