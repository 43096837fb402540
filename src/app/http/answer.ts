import { ApiError } from './apiError';

/**
 * The answer when it has the fields that the app cannot do without, each recognised by its check. A page of a proxy or
 * half an answer is a failure, not data.
 *
 * @throws ApiError of kind `unexpected`
 */
export function answerWith<Answer extends object>(
  data: unknown,
  checks: { readonly [Field in keyof Answer]?: (value: unknown) => boolean },
): Answer {
  const fields = (typeof data === 'object' && data !== null ? data : {}) as Record<string, unknown>;
  const lacking = Object.entries<unknown>(checks).filter(
    ([field, check]) => !(check as (value: unknown) => boolean)(fields[field]),
  );
  if (lacking.length === 0 && fields === data) return data as Answer;
  const names = lacking.map(([field]) => field).join(', ');
  throw new ApiError({ kind: 'unexpected', message: `The server's answer cannot be used: ${names} is missing.` });
}

export const isText = (value: unknown): value is string => typeof value === 'string';
export const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);
export const isRecord = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !isList(value);
