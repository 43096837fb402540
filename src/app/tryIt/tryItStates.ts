import type { ApiFailureKind } from '../http/apiError';
import type { TriedAnswer } from './tryItApi';

/** The way of a call that is tried: sent, and answered or not. The request itself, with its key, is never kept. */
export type TryItState =
  | { readonly phase: 'idle' }
  /** `since`: milliseconds since 1970. */
  | { readonly phase: 'sending'; readonly since: number }
  | { readonly phase: 'answered'; readonly answer: TriedAnswer }
  /** An answer with a status of 400 or more. */
  | { readonly phase: 'refused'; readonly answer: TriedAnswer }
  | { readonly phase: 'unreachable'; readonly kind: ApiFailureKind };

/** What can happen to a call, with what comes along. */
export interface TryItEvents {
  readonly requestSent: { readonly since: number };
  readonly answerArrived: TriedAnswer;
  readonly answerRefused: TriedAnswer;
  readonly serverUnreachable: ApiFailureKind;
  readonly requestCancelled: void;
  /** Another call was chosen, another tab, or the view was left. */
  readonly callLeft: void;
}

/** Every event, in the order of the grid. */
export const tryItEvents = [
  'requestSent',
  'answerArrived',
  'answerRefused',
  'serverUnreachable',
  'requestCancelled',
  'callLeft',
] as const satisfies readonly (keyof TryItEvents)[];
