import { type ApiFailure, failureText, UNREACHABLE } from './apiError';

/** {@link failureText} for work with what is there already, where it matters whether endpoints answer. */
export const troubleText = (failure: ApiFailure, fallback: string): string =>
  failure.kind === 'network' ? UNREACHABLE : failureText(failure, fallback);

/** Why something that is only read did not load. */
export const notLoadedText = (failure: ApiFailure): string =>
  troubleText(
    failure,
    failure.status === undefined
      ? 'The server gave no answer that can be used. Nothing is lost. Try again in a moment.'
      : `The server answered with ${failure.status}. Nothing is lost. Try again in a moment.`,
  );

/** {@link failureText}, and what the server says to do instead: for files, whose sentence says only what they are. */
export function failureAdvice(failure: ApiFailure, fallback: string): string {
  const hint = failure.kind === 'timedOut' ? undefined : failure.body?.hint;
  const text = failureText(failure, fallback);
  return typeof hint === 'string' ? `${text} ${hint}` : text;
}

/** A failure as it is shown: its sentence, and the stable code by which help is chosen. */
export interface ShownFailure {
  readonly message: string;
  readonly code?: string;
  /** Address of the Google account that a private spreadsheet can be shared with, where the server has one. */
  readonly shareWith?: string;
}

const textAt = (name: 'code' | 'shareWith', { body }: ApiFailure) => {
  const value = body?.[name];
  return typeof value === 'string' ? { [name]: value } : {};
};

/** {@link failureText} together with what the answer says for programs. */
export const shownFailure = (failure: ApiFailure, fallback: string): ShownFailure => ({
  message: failureText(failure, fallback),
  ...textAt('code', failure),
  ...textAt('shareWith', failure),
});
