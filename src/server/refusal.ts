import type { PlacedCell } from '../contract/gridCells';
import { type ProblemCode, type ProblemLine, problemCodes, type RowVersions } from '../contract/problems';

/** What may accompany a refusal's sentence. */
export interface RefusalExtras {
  /** What to do instead. */
  readonly hint?: string;
  readonly errors?: readonly ProblemLine[];
  /** Cells that were changed elsewhere, as they are by now. */
  readonly clashes?: readonly PlacedCell[];
  /** Rows that were changed in their spreadsheet, as they were served and as they are by now. */
  readonly versions?: readonly RowVersions[];
  /** Address of the Google account that a private spreadsheet can be shared with. */
  readonly shareWith?: string;
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
