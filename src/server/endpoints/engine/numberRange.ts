import type { Bound } from './rangeMatcher';

/** Numbers from one to another, both counted; nothing lies between where the first is the greater one. */
export interface NumberRange {
  readonly low: number;
  readonly high: number;
}

const number = new Float64Array(1);
const bits = new BigInt64Array(number.buffer);

/** The next number above one that is not infinite (IEEE 754): its bits, taken for a whole number, and one more. */
function above(value: number): number {
  if (value === 0) return Number.MIN_VALUE;
  if (value === Infinity) return NaN;
  number[0] = value;
  bits[0]! += value > 0 ? 1n : -1n;
  return number[0];
}

const below = (value: number) => -above(-value);

/** What lies within all bounds. A bound that is no number has nothing on either side. */
export function numberRange(bounds: readonly Bound[]): NumberRange {
  let [low, high] = [-Infinity, Infinity];
  for (const { op, value } of bounds) {
    if (typeof value !== 'number') return { low: 1, high: 0 };
    if (op === 'gte') low = Math.max(low, value);
    else if (op === 'gt') low = Math.max(low, above(value));
    else if (op === 'lte') high = Math.min(high, value);
    else high = Math.min(high, below(value));
  }
  return { low, high };
}
