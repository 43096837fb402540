import type { ApiKey, MadeKey, NewKey } from '../../contract/keys';
import type { ShownFailure } from '../http/apiError';

interface OfProject {
  readonly projectId: string;
}

/** A key that was made: the one moment in which the key itself is known. */
interface Shown {
  readonly key: ApiKey;
  readonly secret: string;
}

/** The way of a new key: decided, made, shown once. */
export type NewKeyState =
  | { readonly phase: 'closed' }
  | ({ readonly phase: 'drafting' } & OfProject)
  | ({ readonly phase: 'making' } & OfProject)
  | ({ readonly phase: 'refused'; readonly failure: ShownFailure } & OfProject)
  /** Shown; it cannot be left before it was copied. */
  | ({ readonly phase: 'made' } & Shown)
  | ({ readonly phase: 'copied' } & Shown);

/** What can happen to a new key, with what comes along. */
export interface NewKeyEvents {
  readonly newKeyOpened: OfProject;
  readonly newKeySubmitted: OfProject & { readonly wish: NewKey };
  readonly keyMade: OfProject & MadeKey;
  readonly keyRefused: ShownFailure;
  readonly keyCopied: void;
  readonly newKeyClosed: void;
}

/** Every event, in the order of the grid. */
export const newKeyEvents = [
  'newKeyOpened',
  'newKeySubmitted',
  'keyMade',
  'keyRefused',
  'keyCopied',
  'newKeyClosed',
] as const satisfies readonly (keyof NewKeyEvents)[];
