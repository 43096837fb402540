import { Fragment, type ReactNode, useDeferredValue } from 'react';
import { Navigate, useLocation } from 'react-router';
import { useDocumentTitle } from '../ui/layout/PageHeading';
import { loginPath, paths } from '../paths';
import { selectSession, selectSignedOutByChoice } from './sessionSelectors';
import { type Session, sessionAsked } from './sessionSlice';
import { useAppDispatch, useAppSelector } from '../storeHooks';

/** The screen while the session is loading (specification, section 2); `index.html` shows the same. */
function Loading() {
  useDocumentTitle('Loading');
  return (
    <main className="loading" aria-busy="true">
      <div role="status">
        <h1>Loading...</h1>
      </div>
    </main>
  );
}

/** Replaces the page by the login page, which remembers it unless the user left by "Logout". */
function ToLogin() {
  const { pathname, search, hash } = useLocation();
  const byChoice = useAppSelector(selectSignedOutByChoice);
  return <Navigate to={byChoice ? paths.login : loginPath(pathname + search + hash)} replace />;
}

export type Unavailable = Extract<Session, { phase: 'unavailable' }>;

interface RequireSessionProps {
  /** Content if the session cannot be read. */
  readonly unavailable: (failure: Unavailable['failure'], retry: () => void) => ReactNode;
  /** Content for a user who has to set up two-step sign-in first. */
  readonly setUp: ReactNode;
  readonly children: ReactNode;
}

/**
 * The session guard: renders its children for a signed-in user only. The children render in a deferred, interruptible pass, as they are
 * many; a sign-out removes them at once.
 */
export function RequireSession({ unavailable, setUp, children }: RequireSessionProps) {
  const current = useAppSelector(selectSession);
  const deferred = useDeferredValue(current);
  const dispatch = useAppDispatch();
  const session = current.phase === 'signedIn' ? deferred : current;
  switch (session.phase) {
    case 'loading':
      return <Loading />;
    case 'signedOut':
      return <ToLogin />;
    case 'unavailable':
      return unavailable(session.failure, () => dispatch(sessionAsked()));
    case 'signedIn':
      // Another person gets new pages, which load their data and hold no typed text of the one before.
      return <Fragment key={session.user.id}>{session.user.secondFactorMissing ? setUp : children}</Fragment>;
  }
}
