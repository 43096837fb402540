import { type Problem, type ProblemCode, type ProblemLine, problemCodes } from '../contract/problems';

/** What may accompany a refusal's sentence. */
export interface RefusalExtras extends Pick<Problem, 'hint' | 'errors' | 'clashes' | 'versions' | 'shareWith'> {
  /** Extra answer headers, for example `Retry-After`. */
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Thrown anywhere on the server to say no. `http/problems.ts` turns it into problem details; its status is that of its code.
 *
 * @param detail the sentence a person reads: what is wrong and what to do
 */
export class Refusal extends Error {
  readonly status: number;

  constructor(
    readonly code: ProblemCode,
    readonly detail: string,
    readonly extras: RefusalExtras = {},
  ) {
    super(detail);
    this.name = 'Refusal';
    this.status = problemCodes[code].status;
  }
}

/** What a refusal says that is over after so many seconds. */
export const later = (seconds: number) => ({ headers: { 'Retry-After': String(seconds) } });

/** Seconds after which a refusal asks to be tried again; undefined where it does not. */
export function secondsAskedBy({ extras: { headers } }: Refusal): number | undefined {
  const seconds = headers?.['Retry-After'];
  return seconds === undefined ? undefined : Number(seconds);
}

/** Not now: it can be tried again after so many seconds. */
export const busy = (detail: string, seconds: number, hint?: string) =>
  new Refusal('busy', detail, { ...(hint !== undefined && { hint }), ...later(seconds) });

/** Refuses fields of an update. @param first the line whose sentence the answer has */
export const invalidUpdate = (first: ProblemLine, ...others: readonly ProblemLine[]) =>
  new Refusal('invalid_update', first.detail, { errors: [first, ...others] });

/** @throws Refusal `invalid_update` with the lines given, unless there are none */
export function refuseInvalid([first, ...others]: readonly ProblemLine[]): void {
  if (first !== undefined) throw invalidUpdate(first, ...others);
}

/** The server cannot start for a reason the administrator can do something about; `message` says what. */
export class StartFailure extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'StartFailure';
  }
}
