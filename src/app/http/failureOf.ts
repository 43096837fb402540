import axios, { AxiosError, type AxiosResponse } from 'axios';
import { AUTH_BASE_PATH } from '../../contract/paths';
import { ApiError, type ApiFailure, type ErrorBody, REQUEST_TIMED_OUT, serverTextOf } from './apiError';
import { retryAfterOf } from './retryAfter';

const isObject = (value: unknown): value is ErrorBody =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Better Auth says it with an `X-` in front. */
function retryAfterSecondsOf({ headers }: AxiosResponse): number | undefined {
  const wait = retryAfterOf(headers['retry-after']) ?? retryAfterOf(headers['x-retry-after']);
  return wait === undefined ? undefined : Math.ceil(wait / 1000);
}

/** Under the auth path a 401 is an answer; anywhere else it means that there is no session. */
const isAuthCall = (url: string | undefined) => url?.startsWith(`${AUTH_BASE_PATH}/`) ?? false;

function refusalOf(error: AxiosError, response: AxiosResponse): ApiFailure {
  const body = isObject(response.data) ? response.data : undefined;
  return {
    kind: response.status === 401 && !isAuthCall(error.config?.url) ? 'signedOut' : 'refused',
    message: serverTextOf(body) ?? `The server answered with ${response.status}.`,
    status: response.status,
    statusText: response.statusText,
    ...(body && { body }),
    ...withDefined('retryAfterSeconds', retryAfterSecondsOf(response)),
  };
}

const withDefined = (name: 'retryAfterSeconds', value: number | undefined) =>
  value === undefined ? {} : { [name]: value };

function failureOfAxios(error: AxiosError): ApiFailure {
  if (axios.isCancel(error)) return { kind: 'cancelled', message: 'The request was given up.' };
  if (error.response) return refusalOf(error, error.response);
  if (error.code === AxiosError.ETIMEDOUT) return { kind: 'timedOut', message: REQUEST_TIMED_OUT };
  if (error.request !== undefined || error.code === AxiosError.ERR_NETWORK)
    return { kind: 'network', message: 'The server could not be reached.' };
  return { kind: 'unexpected', message: error.message };
}

/**
 * Anything thrown, as the one kind of error that the app knows. This is the only place that knows axios's errors. An
 * error that is mapped already is passed on: a retried request comes through here once a try.
 */
export function apiErrorOf(thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return thrown;
  if (axios.isAxiosError(thrown) || axios.isCancel(thrown)) {
    return new ApiError(failureOfAxios(thrown as AxiosError), { cause: thrown });
  }
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return new ApiError({ kind: 'unexpected', message }, { cause: thrown });
}

/** {@link apiErrorOf}, as it is kept in the state. */
export const failureOf = (thrown: unknown): ApiFailure => apiErrorOf(thrown).failure;
