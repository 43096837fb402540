import { type ReactNode, useDeferredValue } from 'react';
import { Navigate, useLocation } from 'react-router';
import { useDocumentTitle } from '../ui/layout/PageHeading';
import { loginPath, paths } from '../paths';
import { selectSession, selectSignedOutByChoice } from './sessionSelectors';
import { type Session, sessionAsked } from './sessionSlice';
import { useAppDispatch, useAppSelector } from '../storeHooks';

/** All that is seen while it is not known yet who uses the app (specification, section 2); `index.html` has it too. */
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

/** To the login page in place of this one, which is remembered unless the person left by "Logout". */
function ToLogin() {
  const { pathname, search, hash } = useLocation();
  const byChoice = useAppSelector(selectSignedOutByChoice);
  return <Navigate to={byChoice ? paths.login : loginPath(pathname + search + hash)} replace />;
}

export type Unavailable = Extract<Session, { phase: 'unavailable' }>;

interface RequireSessionProps {
  /** What is shown when the session cannot be read. */
  readonly unavailable: (failure: Unavailable['failure'], retry: () => void) => ReactNode;
  /** What is shown instead to a person who has to set up two-step sign-in first. */
  readonly setUp: ReactNode;
  readonly children: ReactNode;
}

/**
 * The guard: its children are for a signed-in person only. They are drawn in pieces, as there are many of them, and seen when
 * all are; who is no longer signed in sees nothing of them at once.
 */
export function RequireSession({ unavailable, setUp, children }: RequireSessionProps) {
  const known = useAppSelector(selectSession);
  const drawn = useDeferredValue(known);
  const dispatch = useAppDispatch();
  const session = known.phase === 'signedIn' ? drawn : known;
  switch (session.phase) {
    case 'loading':
      return <Loading />;
    case 'signedOut':
      return <ToLogin />;
    case 'unavailable':
      return unavailable(session.failure, () => dispatch(sessionAsked()));
    case 'signedIn':
      return session.user.secondFactorMissing ? setUp : children;
  }
}
