import { type Problem, type ProblemCode, type ProblemLine, problemCodes } from '../contract/problems';

/** Additional fields of a refusal. */
export interface RefusalExtras extends Pick<Problem, 'hint' | 'errors' | 'clashes' | 'versions' | 'shareWith'> {
  /** Additional response headers, for example `Retry-After`. */
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Error for a rejected request, thrown anywhere on the server. `http/problems.ts` converts it to problem details; its status is
 * that of its code.
 *
 * @param detail message for people: what is wrong and what to do
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

/** Extras of a refusal that may be retried after some seconds. */
export const later = (seconds: number) => ({ headers: { 'Retry-After': String(seconds) } });

/** Returns the seconds of a refusal's `Retry-After` header; undefined without one. */
export function retryAfterOf({ extras: { headers } }: Refusal): number | undefined {
  const seconds = headers?.['Retry-After'];
  return seconds === undefined ? undefined : Number(seconds);
}

/** Refusal "busy": retry after some seconds. */
export const busy = (detail: string, seconds: number, hint?: string) =>
  new Refusal('busy', detail, { ...(hint !== undefined && { hint }), ...later(seconds) });

/** Refusal of fields of an update. @param first the line whose detail becomes the response's */
export const invalidUpdate = (first: ProblemLine, ...others: readonly ProblemLine[]) =>
  new Refusal('invalid_update', first.detail, { errors: [first, ...others] });

/** Refuses an update if it has problems. @throws Refusal `invalid_update` with these lines */
export function refuseInvalid([first, ...others]: readonly ProblemLine[]): void {
  if (first !== undefined) throw invalidUpdate(first, ...others);
}

/** Thrown if the server cannot start for a reason the administrator can fix; `message` says which. */
export class StartFailure extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'StartFailure';
  }
}
