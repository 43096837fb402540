import {
  type ComponentType,
  createContext,
  type FunctionComponent,
  lazy,
  type LazyExoticComponent,
  type ReactNode,
  Suspense,
  useContext,
  useEffect,
  useMemo,
  useState,
} from 'react';
import styled from 'styled-components';
import { Button } from '../forms/Button';
import { useWindowEvent } from '../forms/useWindowEvent';
import { EmptyState } from '../layout/EmptyState';

/** Whether an error is the bundler's error for a chunk that could not be fetched. */
const isNotLoaded = (error: unknown) => error instanceof Error && error.name === 'ChunkLoadError';

/** Message for a part whose chunk did not load. */
export const NOT_LOADED = 'The server could not be reached, or there is a new version of Tabpoint.';

/** Retry of the surrounding part, and whether it was retried before. */
const Retry = createContext({ reload: () => undefined as void, hasRetried: false });

/** Retries the surrounding part when the network is back. */
export function useRetryOnline() {
  const retry = useContext(Retry);
  useWindowEvent('online', retry.reload);
  return retry;
}

/** Reloads the whole page, whose chunks may be of an earlier version. */
const reloadPage = () => window.location.reload();

/** Replaces a part that did not load, with a message and a retry button. Retries by itself when the network is back. */
function FailedPart({ children }: { readonly children?: ReactNode }) {
  const { reload, hasRetried } = useRetryOnline();
  return (
    <div role="alert">
      <EmptyState title="This part did not load" lead={NOT_LOADED} icon="alert">
        <Button look="primary" icon="refresh" onClick={hasRetried ? reloadPage : reload}>
          {hasRetried ? 'Reload page' : 'Reload'}
        </Button>
        {children}
      </EmptyState>
    </div>
  );
}

/** In the corner of the window, over the page. */
const Corner = styled.div`
  position: fixed;
  z-index: var(--z-menu);
  right: 16px;
  bottom: 16px;
  max-width: calc(100vw - 32px);
  border-radius: var(--r-lg);
  background: var(--raised);
  box-shadow: var(--shadow-3);
`;

type Load<Props> = () => Promise<ComponentType<Props>>;
type Failed<Props> = (error: unknown, props: Props) => ReactNode;
type Lazy = LazyExoticComponent<ComponentType<object>>;

interface LazyOptions<Props> {
  /** Renders the fallback if the chunk did not load. */
  readonly failed?: Failed<Props>;
  /** Placeholder while the chunk loads; by default that of the surrounding `Suspense`. */
  readonly waiting?: ReactNode;
}

/**
 * Returns a component that is lazy-loaded from a chunk. If the chunk does not load, the rest of the app keeps working, and the
 * chunk is requested again on "Reload" or when the component is mounted again: `lazy` alone would cache the failure.
 */
export function lazyPart<Props extends object>(
  load: Load<Props>,
  { failed = () => <FailedPart />, waiting }: LazyOptions<Props> = {},
): FunctionComponent<Props> {
  let latest: Lazy | undefined;

  /** Returns the component of a failed load, which lets the next mount load the chunk again. */
  const failedPart = (Part: Lazy, error: unknown) =>
    function Failure(props: object) {
      useEffect(() => {
        if (latest === Part) latest = undefined;
      }, []);
      return failed(error, props as Props);
    };
  const createLazy = (): Lazy => {
    const Part: Lazy = lazy(async () => {
      try {
        return { default: (await load()) as ComponentType<object> };
      } catch (error) {
        if (!isNotLoaded(error)) throw error;
        return { default: failedPart(Part, error) };
      }
    });
    return Part;
  };
  const currentPart = () => (latest ??= createLazy());

  return function LazyPart(props: Props) {
    const [{ Part, attempt }, setAttempt] = useState(() => ({ Part: currentPart(), attempt: 1 }));
    const retry = useMemo(
      () => ({ reload: () => setAttempt({ Part: currentPart(), attempt: attempt + 1 }), hasRetried: attempt > 1 }),
      [attempt],
    );
    const part = <Part {...props} />;
    return <Retry value={retry}>{waiting === undefined ? part : <Suspense fallback={waiting}>{part}</Suspense>}</Retry>;
  };
}

/** Returns a lazy-loaded dialog; its failure is shown over the page and can be closed. */
export const lazyDialog = <Props extends { readonly onClose: () => void }>(load: Load<Props>) =>
  lazyPart<Props>(load, {
    waiting: null,
    failed: (_error, { onClose }) => (
      <Corner>
        <FailedPart>
          <Button onClick={onClose}>Close</Button>
        </FailedPart>
      </Corner>
    ),
  });
