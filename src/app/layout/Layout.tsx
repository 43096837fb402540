import {
  type MouseEvent,
  type ReactNode,
  Suspense,
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { useLocation } from 'react-router';
import styled from 'styled-components';
import { CommandKeys } from '../commands/CommandKeys';
import { Toasts } from '../notices/Toasts';
import { selectSomethingStopped } from '../sagas/featuresSlice';
import { useAppSelector } from '../storeHooks';
import { PageBoundary } from './PageBoundary';
import { Footer } from './Footer';
import { Header } from './Header';
import { MobileMenu } from './MobileMenu';
import { smallText } from '../ui/display/text';
import { useWindowEvent } from '../ui/forms/useWindowEvent';

const Line = styled.p`
  padding: 6px 16px;
  color: var(--ink);
  background: var(--warn-soft);
  ${smallText}
  text-align: center;
`;

const subscribe = (onChange: () => void) => {
  window.addEventListener('online', onChange);
  window.addEventListener('offline', onChange);
  return () => {
    window.removeEventListener('online', onChange);
    window.removeEventListener('offline', onChange);
  };
};

function Offline() {
  const online = useSyncExternalStore(subscribe, () => navigator.onLine);
  return online ? null : <Line>You are offline. Numbers may be old.</Line>;
}

/** A thin line if the saga of any feature has stopped. */
const Stopped = () =>
  useAppSelector(selectSomethingStopped) ? (
    <Line>Part of this page stopped working. Your endpoints are not affected. Reload the page.</Line>
  ) : null;

/** Thin lines under the header: while the browser is offline, and if the saga of any feature has stopped. */
const StatusLines = () => (
  <div role="status">
    <Offline />
    <Stopped />
  </div>
);

const SkipLink = styled.a`
  position: fixed;
  z-index: var(--z-skip);
  top: 8px;
  left: 8px;
  padding: 8px 12px;
  border-radius: var(--r-sm);
  color: var(--canvas);
  background: var(--ink);
  translate: 0 -60px;

  &:focus {
    translate: none;
  }
`;

/** Hides the footer while a part of the page is loading, as it would move when the page gets its height. */
const Body = styled.div`
  display: flex;
  flex: 1;
  flex-direction: column;

  &:has(main [aria-busy='true']:not(button)) > footer {
    visibility: hidden;
  }
`;

const Main = styled.main`
  display: flex;
  flex: 1 0 auto;
  flex-direction: column;
  width: 100%;
`;

interface LayoutProps {
  /** The page's content. */
  readonly children: ReactNode;
}

const mainElement = () => document.querySelector<HTMLElement>('main');

/** Moves the focus to the page's content if the focused element is removed and nothing else takes the focus. */
function useFocusRecovery() {
  const focused = useRef<Node>(null);
  useWindowEvent('focusin', ({ target }) => {
    if (target instanceof Node) focused.current = target;
  });
  useEffect(() => {
    const observer = new MutationObserver(() => {
      if (document.activeElement !== document.body || focused.current?.isConnected !== false) return;
      mainElement()?.focus({ preventScroll: true });
    });
    observer.observe(document.body, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, []);
}

/** Overlays and handlers of every page: toasts, command menu, focus recovery. */
function PageExtras() {
  useFocusRecovery();
  return (
    <>
      <Toasts />
      <CommandKeys />
    </>
  );
}

/** The page's content in an error boundary: an error replaces only the content, until the next navigation. */
function PageContent({ children }: LayoutProps) {
  const { pathname } = useLocation();
  return (
    <Main id="main" tabIndex={-1}>
      <PageBoundary key={pathname.split('/', 3).join('/')}>
        <Suspense fallback={<div aria-busy="true" />}>{children}</Suspense>
      </PageBoundary>
    </Main>
  );
}

/** Header, page and footer of every guarded route (specification, section 2). */
export function Layout({ children }: LayoutProps) {
  const [menuOpen, setMenuOpen] = useState(false);
  const menuButton = useRef<HTMLButtonElement>(null);
  const closeMenu = useCallback(() => setMenuOpen(false), []);
  const leaveMenu = useCallback(() => {
    setMenuOpen(false);
    menuButton.current?.focus();
  }, []);
  const sheetId = useId();
  const skip = (event: MouseEvent) => {
    event.preventDefault();
    mainElement()?.focus();
  };
  return (
    <>
      <SkipLink href="#main" onClick={skip}>
        Skip to content
      </SkipLink>
      <Header menuOpen={menuOpen} onMenu={() => setMenuOpen(!menuOpen)} menuButton={menuButton} sheetId={sheetId} />
      {menuOpen && <MobileMenu id={sheetId} onClose={closeMenu} onLeave={leaveMenu} />}
      <StatusLines />
      <Body inert={menuOpen}>
        <PageContent>{children}</PageContent>
        <Footer />
      </Body>
      <PageExtras />
    </>
  );
}

/** The layout of a page that fills the window, with its own bar instead of header and footer. */
export const BareLayout = ({ children }: LayoutProps) => (
  <>
    <div role="status">
      <Stopped />
    </div>
    <PageContent>{children}</PageContent>
    <PageExtras />
  </>
);
