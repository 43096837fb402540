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
  const fields = Object(data) as Record<string, unknown>;
  const all = Object.entries(checks as Readonly<Record<string, (value: unknown) => boolean>>);
  const lacking = all.filter(([field, check]) => !check(fields[field])).map(([field]) => field);
  if (lacking.length === 0) return data as Answer;
  const message = `The server's answer cannot be used: ${lacking.join(', ')} is missing.`;
  throw new ApiError({ kind: 'unexpected', message });
}

export const isText = (value: unknown): value is string => typeof value === 'string';
export const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);
export const isRecord = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !isList(value);
