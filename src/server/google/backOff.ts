import type { IncomingHttpHeaders } from 'node:http';

/** Longest pause after failures, in milliseconds. */
const LONGEST = 15 * 60_000;

/**
 * How long to wait after failures in a row: twice as long each time, a part of it left to chance so that not everybody comes
 * back at once.
 *
 * @param failures 1 or more
 * @param first milliseconds after the first one
 * @param chance from 0 to 1
 */
export function backOff(failures: number, first: number, chance: number): number {
  const whole = Math.min(LONGEST, first * 2 ** (failures - 1));
  return Math.round(whole * (0.75 + chance / 2));
}

/** What `Retry-After` asks for, in milliseconds: seconds or a date (RFC 9110, section 10.2.3); undefined when it asks for nothing. */
export function retryAfter({ 'retry-after': value = '' }: IncomingHttpHeaders, now: number): number | undefined {
  if (/^\d{1,6}$/.test(value)) return Number(value) * 1000;
  const time = Date.parse(value);
  return Number.isNaN(time) ? undefined : Math.max(0, time - now);
}
