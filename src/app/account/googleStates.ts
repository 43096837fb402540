import type { GoogleConnection } from '../../contract/google';
import type { ApiFailure } from '../http/apiError';

/** The connected Google account: asked for, known, being disconnected. */
export type GoogleState =
  | { readonly phase: 'loading' }
  | { readonly phase: 'failed'; readonly failure: ApiFailure }
  /** `connection`: null where none is connected. */
  | { readonly phase: 'ready'; readonly connection: GoogleConnection | null }
  | { readonly phase: 'disconnecting'; readonly connection: GoogleConnection };

/** What can happen to it, with what comes along. */
export interface GoogleEvents {
  readonly googleAsked: void;
  readonly googleArrived: GoogleConnection | null;
  readonly googleFailed: ApiFailure;
  readonly disconnectAsked: GoogleConnection;
  readonly disconnectRefused: void;
}

/** Every event, in the order of the grid. */
export const googleEvents = [
  'googleAsked',
  'googleArrived',
  'googleFailed',
  'disconnectAsked',
  'disconnectRefused',
] as const satisfies readonly (keyof GoogleEvents)[];
