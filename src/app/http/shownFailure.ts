import { type ApiFailure, failureText, UNREACHABLE } from './apiError';

/** Returns {@link failureText}, but mentions the endpoints if there was no response: for pages of an existing project. */
export const troubleText = (failure: ApiFailure, fallback: string): string =>
  failure.kind === 'network' ? UNREACHABLE : failureText(failure, fallback);

/** Returns the text for data that could not be loaded. */
export const notLoadedText = (failure: ApiFailure): string =>
  troubleText(
    failure,
    failure.status === undefined
      ? 'The server gave no answer that can be used. Nothing is lost. Try again in a moment.'
      : `The server answered with ${failure.status}. Nothing is lost. Try again in a moment.`,
  );

/** Returns {@link failureText} with the server's hint: for files, whose error text alone does not say what to do. */
export function failureAdvice(failure: ApiFailure, fallback: string): string {
  const hint = failure.kind === 'timedOut' ? undefined : failure.body?.hint;
  const text = failureText(failure, fallback);
  return typeof hint === 'string' ? `${text} ${hint}` : text;
}

/** A failure as shown: its text, and the stable code that selects the help. */
export interface ShownFailure {
  readonly message: string;
  readonly code?: string;
  /** Address of the Google account to share a private spreadsheet with, if the server has one. */
  readonly shareWith?: string;
}

const textAt = (name: 'code' | 'shareWith', { body }: ApiFailure) => {
  const value = body?.[name];
  return typeof value === 'string' ? { [name]: value } : {};
};

/** Returns {@link failureText} with the machine-readable fields of the response. */
export const shownFailure = (failure: ApiFailure, fallback: string): ShownFailure => ({
  message: failureText(failure, fallback),
  ...textAt('code', failure),
  ...textAt('shareWith', failure),
});
