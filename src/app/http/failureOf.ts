import axios, { AxiosError, type AxiosResponse } from 'axios';
import { AUTH_BASE_PATH } from '../../contract/paths';
import { isRecord } from './answer';
import { ApiError, type ApiFailure, type ErrorBody, REQUEST_TIMED_OUT, serverTextOf } from './apiError';
import { retryAfterOf } from './retrying';

/** Under the auth path a 401 is an ordinary error response; anywhere else it means that there is no session. */
const isAuthCall = (url: string | undefined) => url?.startsWith(`${AUTH_BASE_PATH}/`) === true;

function refusalOf({ status, statusText, data, headers, config }: AxiosResponse): ApiFailure {
  const body = isRecord(data) ? (data as ErrorBody) : undefined;
  // Better Auth sends `X-Retry-After`.
  const wait = retryAfterOf(headers['retry-after']) ?? retryAfterOf(headers['x-retry-after']);
  return {
    kind: status === 401 && !isAuthCall(config.url) ? 'signedOut' : 'refused',
    message: serverTextOf(body) ?? `The server answered with ${status}.`,
    status,
    statusText,
    ...(body && { body }),
    ...(wait !== undefined && { retryAfterSeconds: Math.ceil(wait / 1000) }),
  };
}

function failureOfAxios(error: AxiosError): ApiFailure {
  if (axios.isCancel(error)) return { kind: 'cancelled', message: 'The request was given up.' };
  if (error.response) return refusalOf(error.response);
  if (error.code === AxiosError.ETIMEDOUT) return { kind: 'timedOut', message: REQUEST_TIMED_OUT };
  if (error.request !== undefined || error.code === AxiosError.ERR_NETWORK)
    return { kind: 'network', message: 'The server could not be reached.' };
  return { kind: 'unexpected', message: error.message };
}

/**
 * Converts anything thrown into an `ApiError`; only this function reads errors of axios. An `ApiError` is returned as it is: a retried
 * request passes the interceptor once per attempt.
 */
export function apiErrorOf(thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return thrown;
  if (axios.isAxiosError(thrown)) return new ApiError(failureOfAxios(thrown), { cause: thrown });
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return new ApiError({ kind: 'unexpected', message }, { cause: thrown });
}

/** Converts anything thrown into a failure for the state. */
export const failureOf = (thrown: unknown): ApiFailure => apiErrorOf(thrown).failure;
