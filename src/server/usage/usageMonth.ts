import type { UsageMonth } from '../../contract/usage';
import { DAY, dayOf } from './usage';

/** A pace is told from a day on: the first minutes of a month say nothing. */
const LEAST = DAY;

/**
 * The month that a plan counts, and where it leads when it goes on as it has begun.
 *
 * @param now milliseconds since 1970
 * @param limit the plan's number; undefined where there is none
 */
export function usageMonthOf(requests: number, now: number, limit: number | undefined): UsageMonth {
  const date = new Date(now);
  const begun = Date.UTC(date.getUTCFullYear(), date.getUTCMonth());
  const over = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1);
  const pace = requests / Math.max(now - begun, LEAST);
  const forecast = Math.max(requests, Math.round(pace * (over - begun)));
  const isReached = limit !== undefined && requests < limit && forecast >= limit;
  return {
    from: dayOf(begun),
    resetsOn: dayOf(over),
    requests,
    forecast,
    reachedOn: isReached ? dayOf(Math.min(now + (limit - requests) / pace, over - 1)) : null,
  };
}
