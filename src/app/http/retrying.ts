import type { AxiosError, AxiosInstance } from 'axios';
import axiosRetry from 'axios-retry';

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

/** The retry rule (specification, section 9). */
export const RETRIES = 2;
const METHODS: readonly unknown[] = ['get', 'put', 'head', 'delete', 'options', 'trace'];
const STATUSES: readonly number[] = [408, 413, 429, 500, 502, 503, 504];
const STATUSES_WITH_RETRY_AFTER: readonly number[] = [413, 429, 503];
const FIRST_DELAY = 300;

const isRetried = ({ response }: AxiosError) =>
  response !== undefined && METHODS.includes(response.config.method) && STATUSES.includes(response.status);

/** Milliseconds before retry `count`, counted from 1: what the answer asks for, else 300, 600. */
export function delayBefore(count: number, { response }: AxiosError): number {
  const asked =
    response !== undefined && STATUSES_WITH_RETRY_AFTER.includes(response.status)
      ? retryAfterOf(response.headers['retry-after'])
      : undefined;
  return asked ?? FIRST_DELAY * 2 ** (count - 1);
}

/**
 * Lets a client try again by the rule. To be called before any interceptor that changes errors: those registered earlier
 * see them first, and the rule reads the raw error. Each try has the whole time limit for itself.
 */
export function retrying(client: AxiosInstance): void {
  axiosRetry(client, {
    retries: RETRIES,
    retryCondition: isRetried,
    retryDelay: delayBefore,
    shouldResetTimeout: true,
  });
}
