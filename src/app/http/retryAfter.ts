const MILLISECONDS = 1000;

/** The longest wait a timer can hold; anything longer would end at once. */
const LONGEST = 2 ** 31 - 1;

/**
 * How long a `Retry-After` header asks to wait, in milliseconds: whole seconds or an HTTP date (RFC 9110, section
 * 10.2.3). A date that has passed means now.
 *
 * @returns undefined when there is no header or it cannot be read
 */
export function retryAfterOf(header: unknown, now = Date.now()): number | undefined {
  if (typeof header !== 'string') return undefined;
  const text = header.trim();
  const wait = /^\d+$/.test(text) ? Number(text) * MILLISECONDS : Date.parse(text) - now;
  return Number.isNaN(wait) ? undefined : Math.min(Math.max(wait, 0), LONGEST);
}
