import { getContext, type SagaGenerator } from 'typed-redux-saga';
import type { createPorts } from './createPorts';
import type { createPageVisibility } from './pageVisibility';
import type { createSessionNews } from './session/otherTabs';

/** What sagas need from the browser page. */
export interface Page {
  readonly navigate: (to: string, options?: { readonly replace?: boolean }) => void;
  /** Path, search and hash of the current address. */
  readonly location: () => string;
  /** Writes a text to the clipboard. @returns whether the browser allowed it */
  readonly copy: (text: string) => Promise<boolean>;
  /** Local storage of this browser. It throws if the browser denies access (`sagas/persisted`). */
  readonly memory: Pick<Storage, 'getItem' | 'setItem'>;
  /** Whether the page is visible and online. */
  readonly pageVisibility: ReturnType<typeof createPageVisibility>;
  /** Messages about the session between tabs of this browser. */
  readonly sessionNews: ReturnType<typeof createSessionNews>;
  /** Logs an unexpected error. */
  readonly report: (feature: string, error: unknown) => void;
}

/** Everything outside the state that sagas may use: the API calls by feature, and the page. Tests pass their own. */
export type Ports = ReturnType<typeof createPorts>;

/** Returns the ports from the saga context. */
export function* getPorts(): SagaGenerator<Ports> {
  return yield* getContext<Ports>('ports');
}
