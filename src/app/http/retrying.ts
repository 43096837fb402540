import type { AxiosError, AxiosInstance } from 'axios';
import axiosRetry from 'axios-retry';
import { retryAfterOf } from './retryAfter';

/** The retry rule (specification, section 9). */
export const RETRIES = 2;
const METHODS: readonly string[] = ['GET', 'PUT', 'HEAD', 'DELETE', 'OPTIONS', 'TRACE'];
const STATUSES: readonly number[] = [408, 413, 429, 500, 502, 503, 504];
const STATUSES_WITH_RETRY_AFTER: readonly number[] = [413, 429, 503];
const FIRST_DELAY = 300;

function isRetried({ config, response }: AxiosError): boolean {
  const method = config?.method?.toUpperCase() ?? 'GET';
  return METHODS.includes(method) && response !== undefined && STATUSES.includes(response.status);
}

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
