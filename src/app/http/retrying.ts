import type { AxiosError, AxiosInstance } from 'axios';
import axiosRetry from 'axios-retry';

const MS_PER_SECOND = 1000;

/** Maximum delay of a timer in milliseconds; a longer one fires at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/**
 * Parses a `Retry-After` header into milliseconds: whole seconds or an HTTP date (RFC 9110, section 10.2.3). A date in the past gives 0.
 *
 * @returns undefined if there is no header or it cannot be parsed
 */
export function retryAfterOf(header: unknown, now = Date.now()): number | undefined {
  if (typeof header !== 'string') return undefined;
  const text = header.trim();
  const wait = /^\d+$/.test(text) ? Number(text) * MS_PER_SECOND : Date.parse(text) - now;
  return Number.isNaN(wait) ? undefined : Math.min(Math.max(wait, 0), MAX_TIMER_MS);
}

/** The retry rule (specification, section 9). */
export const RETRIES = 2;
const METHODS: readonly unknown[] = ['get', 'put', 'head', 'delete', 'options', 'trace'];
const STATUSES: readonly number[] = [408, 413, 429, 500, 502, 503, 504];
const STATUSES_WITH_RETRY_AFTER: readonly number[] = [413, 429, 503];
const FIRST_DELAY_MS = 300;

const isRetried = ({ response }: AxiosError) =>
  response !== undefined && METHODS.includes(response.config.method) && STATUSES.includes(response.status);

/** Returns the milliseconds before retry `count`, counted from 1: `Retry-After` of the response, else 300, 600. */
export function delayBefore(count: number, { response }: AxiosError): number {
  const retryAfter =
    response !== undefined && STATUSES_WITH_RETRY_AFTER.includes(response.status)
      ? retryAfterOf(response.headers['retry-after'])
      : undefined;
  return retryAfter ?? FIRST_DELAY_MS * 2 ** (count - 1);
}

/**
 * Adds the retry rule to a client. Call it before adding an interceptor that changes errors: interceptors run in the order of their
 * registration, and the rule reads the raw error. The timeout applies to each attempt.
 */
export function retrying(client: AxiosInstance): void {
  axiosRetry(client, {
    retries: RETRIES,
    retryCondition: isRetried,
    retryDelay: delayBefore,
    shouldResetTimeout: true,
  });
}
