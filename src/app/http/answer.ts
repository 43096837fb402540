import type { AxiosInstance, AxiosRequestConfig } from 'axios';
import { ApiError } from './apiError';

/** The fields of an answer that the app cannot do without, each recognised by its check. */
type Checks<Answer> = { readonly [Field in keyof Answer]?: (value: unknown) => boolean };

/**
 * The answer when it has the fields that the app cannot do without, each recognised by its check. A page of a proxy or
 * half an answer is a failure, not data.
 *
 * @throws ApiError of kind `unexpected`
 */
export function answerWith<Answer extends object>(data: unknown, checks: Checks<Answer>): Answer {
  const fields = Object(data) as Record<string, unknown>;
  const all = Object.entries(checks as Readonly<Record<string, (value: unknown) => boolean>>);
  const lacking = all.filter(([field, check]) => !check(fields[field])).map(([field]) => field);
  if (lacking.length === 0) return data as Answer;
  const message = `The server's answer cannot be used: ${lacking.join(', ')} is missing.`;
  throw new ApiError({ kind: 'unexpected', message });
}

/**
 * Makes a call, and returns its answer as {@link answerWith} does.
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

/** Told the share of a file that was sent, from 0 to 1. */
export type OnProgress = (share: number) => void;

/** The request that sends a file, for the client of uploads. */
export function fileRequest(url: string, file: File, onProgress: OnProgress, signal: AbortSignal): AxiosRequestConfig {
  const data = new FormData();
  data.append('file', file, file.name);
  return {
    ...{ method: 'post', url, data, signal },
    onUploadProgress: ({ loaded, total }) => onProgress(total === undefined || total === 0 ? 0 : loaded / total),
  };
}
