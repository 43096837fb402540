/** Outcomes of requests. */
export interface Met {
  /** Response times of answered requests in milliseconds. */
  readonly answered: number[];
  /** Response times of refused requests in milliseconds. */
  readonly refused: number[];
  failed: number;
}

export const noOutcomes = (): Met => ({ answered: [], refused: [], failed: 0 });

/** Returns a percentile in milliseconds; NaN without samples. */
export function within(part: number, times: readonly number[]): number {
  const sorted = times.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? NaN;
}

const percentiles = (times: readonly number[]) =>
  times.length === 0 ? '' : ` (p50 ${within(0.5, times).toFixed(1)} ms, p99 ${within(0.99, times).toFixed(1)} ms)`;

/** Formats for example `120 answered (p50 1.2 ms, p99 3.4 ms), 5 refused (p50 0.4 ms, p99 1.0 ms), 0 failed`. */
export const summaryOf = ({ answered, refused, failed }: Met): string =>
  `${answered.length} answered${percentiles(answered)}, ${refused.length} refused${percentiles(refused)}, ${failed} failed`;
