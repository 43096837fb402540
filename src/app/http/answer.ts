import type { AxiosInstance, AxiosRequestConfig } from 'axios';
import { ApiError } from './apiError';

/** Type checks of the required fields of a response. */
type Checks<Answer> = { readonly [Field in keyof Answer]?: (value: unknown) => boolean };

/**
 * Returns the body of a response if every required field passes its check. An HTML page of a proxy or an incomplete body is a failure.
 *
 * @throws ApiError of kind `unexpected`
 */
export function answerWith<Answer extends object>(data: unknown, checks: Checks<Answer>): Answer {
  const fields = Object(data) as Record<string, unknown>;
  const all = Object.entries(checks as Readonly<Record<string, (value: unknown) => boolean>>);
  const missing = all.filter(([field, check]) => !check(fields[field])).map(([field]) => field);
  if (missing.length === 0) return data as Answer;
  const message = `The server's answer cannot be used: ${missing.join(', ')} is missing.`;
  throw new ApiError({ kind: 'unexpected', message });
}

/**
 * Sends a request and returns the checked body of its response ({@link answerWith}).
 *
 * @throws ApiError
 */
export async function ask<Answer extends object>(
  http: AxiosInstance,
  request: AxiosRequestConfig,
  checks: Checks<Answer>,
): Promise<Answer> {
  const { data } = await http.request<unknown>(request);
  return answerWith<Answer>(data, checks);
}

export const isText = (value: unknown): value is string => typeof value === 'string';
export const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);
export const isRecord = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !isList(value);

/** Called with the share of a file that was sent, from 0 to 1. */
export type OnProgress = (share: number) => void;

/** Returns the request that uploads a file, for the client of uploads. */
export function fileRequest(url: string, file: File, onProgress: OnProgress, signal: AbortSignal): AxiosRequestConfig {
  const data = new FormData();
  data.append('file', file, file.name);
  return {
    method: 'post',
    url,
    data,
    signal,
    onUploadProgress: ({ loaded, total }) => onProgress(total === undefined || total === 0 ? 0 : loaded / total),
  };
}
