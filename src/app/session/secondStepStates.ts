import type { CodeKind } from './secondStepEvents';

/** The second step of signing in: not wanted, a code asked for, a code being looked at. */
export type SecondStep =
  | { readonly phase: 'unwanted' }
  /** `message`: what was wrong with the code that was given. */
  | { readonly phase: 'asking'; readonly kind: CodeKind; readonly message?: string }
  | { readonly phase: 'checking'; readonly kind: CodeKind };

/** The second step while it is wanted. */
export type WantedStep = Exclude<SecondStep, { phase: 'unwanted' }>;

/** What can happen in it, with what comes along. */
export interface SecondStepEvents {
  readonly codeWanted: void;
  readonly codeGiven: { readonly kind: CodeKind; readonly code: string };
  readonly codeRefused: { readonly message: string };
  readonly kindSwitched: void;
  /** Back to the password: by choice, or because the time is over. */
  readonly stepLeft: void;
}

/** Every event, in the order of the grid. */
export const secondStepEvents = [
  'codeWanted',
  'codeGiven',
  'codeRefused',
  'kindSwitched',
  'stepLeft',
] as const satisfies readonly (keyof SecondStepEvents)[];
