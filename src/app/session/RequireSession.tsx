import type { ReactNode } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { Navigate, useLocation } from 'react-router';
import styled from 'styled-components';
import { useDocumentTitle } from '../parts/PageHeading';
import { loginPath, paths } from '../paths';
import { selectSession, selectSignedOutByChoice } from './sessionSelectors';
import { sessionAsked } from './sessionSlice';
import type { Session } from './sessionStates';

const Centred = styled.main`
  display: grid;
  flex: 1;
  place-items: center;
  padding: 64px 16px;
  color: var(--ink-2);
`;

/** All that is seen while nobody knows yet who is using the app (specification, section 2). */
function Loading() {
  useDocumentTitle('Loading');
  return (
    <Centred aria-busy="true">
      <div role="status">
        <h1>Loading...</h1>
      </div>
    </Centred>
  );
}

/** To the login page in place of this one, which is remembered unless the person left by "Logout". */
function ToLogin() {
  const { pathname, search, hash } = useLocation();
  const byChoice = useSelector(selectSignedOutByChoice);
  return <Navigate to={byChoice ? paths.login : loginPath(pathname + search + hash)} replace />;
}

export type Unavailable = Extract<Session, { phase: 'unavailable' }>;

interface RequireSessionProps {
  /** What is shown when the session cannot be read. */
  readonly unavailable: (failure: Unavailable['failure'], retry: () => void) => ReactNode;
  readonly children: ReactNode;
}

/** The guard: its children are for a signed-in person only. */
export function RequireSession({ unavailable, children }: RequireSessionProps) {
  const session = useSelector(selectSession);
  const dispatch = useDispatch();
  switch (session.phase) {
    case 'loading':
      return <Loading />;
    case 'signedOut':
      return <ToLogin />;
    case 'unavailable':
      return unavailable(session.failure, () => dispatch(sessionAsked()));
    case 'signedIn':
      return children;
  }
}
