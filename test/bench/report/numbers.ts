/** Returns the median; NaN without values. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** Shown instead of a missing number. */
export const NO_NUMBER = '–';

/** Formats a number with meaningful digits. */
export function figure(value: number | undefined, unit = ''): string {
  if (value === undefined || !Number.isFinite(value)) return NO_NUMBER;
  const rounded = value >= 1000 ? Number(value.toPrecision(3)) : value;
  const digits = value >= 100 ? 0 : value >= 10 ? 1 : 2;
  const text = rounded.toLocaleString('en-GB', { maximumFractionDigits: value >= 1000 ? 0 : digits });
  return unit === '' ? text : `${text} ${unit}`;
}

export const megabytes = (bytes: number | undefined): string => figure(bytes && bytes / 1e6, 'MB');

/** Draws a share as a bar of ten squares. */
export const bar = (share: number): string =>
  Number.isFinite(share) ? '█'.repeat(Math.min(20, Math.max(0, Math.round(share * 10)))) || '▏' : '';
