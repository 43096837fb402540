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

/** Whether the file of a part could not be fetched: this is what the bundler throws then. */
const isNotLoaded = (error: unknown) => error instanceof Error && error.name === 'ChunkLoadError';

/** Said of a part whose file did not come: it has not stopped working, it has never begun. */
export const NOT_LOADED = 'The server could not be reached, or there is a new version of Tabpoint.';

/** Another try of the part around, and whether there has been one. */
const Retry = createContext({ reload: () => undefined as void, again: false });

/** Loads the whole page, where its files may be those of a former version. */
const reloadPage = () => window.location.reload();

/** Where a part would be: what it means, and another try, which is made by itself when the network is back. */
function FailedPart({ children }: { readonly children?: ReactNode }) {
  const { reload, again } = useContext(Retry);
  useWindowEvent('online', reload);
  return (
    <div role="alert">
      <EmptyState title="This part did not load" lead={NOT_LOADED} icon="alert">
        <Button look="primary" icon="refresh" onClick={again ? reloadPage : reload}>
          {again ? 'Reload page' : 'Reload'}
        </Button>
        {children}
      </EmptyState>
    </div>
  );
}

/** In the corner of the window, over the page that asked for it. */
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
  /** What stands in its place where its file does not come. */
  readonly failed?: Failed<Props>;
  /** What stands in its place until its file has come; without it, what the `Suspense` around it says. */
  readonly waiting?: ReactNode;
}

/**
 * A part of the app in a file of its own. Where the file does not come, the rest of the app stays,
 * and the part is fetched again when the person wants it, or when it is shown the next time: `lazy` alone would never do so.
 */
export function lazyPart<Props extends object>(
  load: Load<Props>,
  { failed = () => <FailedPart />, waiting }: LazyOptions<Props> = {},
): FunctionComponent<Props> {
  let latest: Lazy | undefined;

  /** Shown in place of the part, which is fetched again the next time that it is wanted. */
  const insteadOf = (Part: Lazy, error: unknown) =>
    function Instead(props: object) {
      useEffect(() => {
        if (latest === Part) latest = undefined;
      }, []);
      return failed(error, props as Props);
    };
  const fetched = (): Lazy => {
    const Part: Lazy = lazy(async () => {
      try {
        return { default: (await load()) as ComponentType<object> };
      } catch (error) {
        if (!isNotLoaded(error)) throw error;
        return { default: insteadOf(Part, error) };
      }
    });
    return Part;
  };
  const wanted = () => (latest ??= fetched());

  return function LatePart(props: Props) {
    const [{ Part, tries }, setTry] = useState(() => ({ Part: wanted(), tries: 1 }));
    const retry = useMemo(
      () => ({ reload: () => setTry({ Part: wanted(), tries: tries + 1 }), again: tries > 1 }),
      [tries],
    );
    const part = <Part {...props} />;
    return <Retry value={retry}>{waiting === undefined ? part : <Suspense fallback={waiting}>{part}</Suspense>}</Retry>;
  };
}

/** The same for a dialog, which is over the page and can be left. */
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
