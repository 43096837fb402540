import type { CountedMethod, Outcome } from './usageCells';

/** One number that has grown. */
export interface UsageEntry {
  readonly projectId: string;
  /** Empty for calls of the project itself. */
  readonly tabId: string;
  readonly method: CountedMethod;
  readonly outcome: Outcome;
  readonly fromCache: boolean;
  readonly requests: number;
}

/** Requests of a project whose times fell into the same bucket. */
export interface TimesEntry {
  readonly projectId: string;
  readonly bucket: number;
  readonly requests: number;
}

/** Numbers of projects. */
export interface Counted {
  readonly entries: readonly UsageEntry[];
  readonly times: readonly TimesEntry[];
}

/** No numbers. */
export const nothing: Counted = { entries: [], times: [] };

export const sizeOf = ({ entries, times }: Counted): number => entries.length + times.length;

export const joined = (one: Counted, other: Counted): Counted => ({
  entries: [...one.entries, ...other.entries],
  times: [...one.times, ...other.times],
});

/** The first numbers, so many of them, and the rest. */
export function cutAt(count: number, { entries, times }: Counted): [Counted, Counted] {
  const timesCount = Math.max(0, count - entries.length);
  return [
    { entries: entries.slice(0, count), times: times.slice(0, timesCount) },
    { entries: entries.slice(count), times: times.slice(timesCount) },
  ];
}
