import { getContext, type SagaGenerator } from 'typed-redux-saga';
import type { createPorts } from './createPorts';
import type { PageVisibility } from './pageVisibility';
import type { SessionNews } from './session/otherTabs';

/** What sagas need of the page they run in. */
export interface Page {
  readonly navigate: (to: string, options?: { readonly replace?: boolean }) => void;
  /** Path, search and hash of the place the person is at. */
  readonly location: () => string;
  /** Puts a text on the clipboard; says whether the browser allowed it. */
  readonly copy: (text: string) => Promise<boolean>;
  /** Small things remembered in this browser. It throws where the browser refuses (`sagas/persisted`). */
  readonly memory: Pick<Storage, 'getItem' | 'setItem'>;
  /** Whether the person looks at it. */
  readonly pageVisibility: PageVisibility;
  /** Other tabs of the app in this browser. */
  readonly sessionNews: SessionNews;
  /** Takes unexpected errors. */
  readonly report: (feature: string, error: unknown) => void;
}

/** Everything outside the state that sagas may touch: the calls by feature, and the page. Tests give their own. */
export type Ports = ReturnType<typeof createPorts>;

/** The ports, for a saga. */
export function* getPorts(): SagaGenerator<Ports> {
  return yield* getContext<Ports>('ports');
}
