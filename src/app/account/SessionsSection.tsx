import styled from 'styled-components';
import { Banner } from '../parts/Banner';
import { Button } from '../parts/Button';
import { Skeleton, useSkeletonShown } from '../parts/Skeleton';
import { Card, Row } from '../parts/spacing';
import { Unseen } from '../parts/text';
import { selectSessions } from './accountSelectors';
import { endingAsked, sessionsAsked } from './accountSlice';
import { EVERY_SESSION, type SessionsState } from './sessionsMachine';
import { EndingDialog } from './EndingDialog';
import { Section } from './Section';
import { SessionLine, sessionLine } from './SessionLine';
import { useAppDispatch, useAppSelector } from '../storeHooks';

const List = styled(Card)`
  overflow: hidden;
  margin-bottom: 12px;
`;

const Waiting = styled.div`
  ${sessionLine}
`;

/** One line of the true height: this browser's session is always there. */
function SkeletonLine() {
  const shown = useSkeletonShown();
  return (
    <List aria-busy="true">
      <Waiting style={{ visibility: shown ? 'visible' : 'hidden' }}>
        <Skeleton $width={18} $height={18} />
        <div>
          <Skeleton $width={160} />
        </div>
      </Waiting>
      <Unseen role="status">Loading sessions</Unseen>
    </List>
  );
}

type Known = Exclude<SessionsState, { phase: 'loading' | 'failed' }>;

function KnownSessions({ state }: { readonly state: Known }) {
  const dispatch = useAppDispatch();
  const ending = state.phase === 'ready' ? undefined : state.ending;
  return (
    <>
      <List as="ul" aria-label="Sessions">
        {state.sessions.map((session) => (
          <SessionLine
            key={session.id}
            session={session}
            ending={ending === session.id}
            onEnd={() => dispatch(endingAsked({ id: session.id }))}
          />
        ))}
      </List>
      <Row>
        {state.sessions.some(({ current }) => !current) && (
          <Button loading={ending === null} onClick={() => dispatch(endingAsked({ id: null }))}>
            End all other sessions
          </Button>
        )}
        <Button loading={ending === EVERY_SESSION} onClick={() => dispatch(endingAsked({ id: EVERY_SESSION }))}>
          End every session
        </Button>
      </Row>
      {(state.phase === 'confirming' || state.phase === 'checking') && <EndingDialog state={state} />}
    </>
  );
}

/** Where the person is signed in; each other session can be ended. */
export function SessionsSection() {
  const dispatch = useAppDispatch();
  const state = useAppSelector(selectSessions);
  return (
    <Section title="Sessions" about="Browsers that are logged in now.">
      {state.phase === 'loading' && <SkeletonLine />}
      {state.phase === 'failed' && (
        <>
          <Banner kind="danger" alert>
            Your sessions did not load.
          </Banner>
          <Retry icon="refresh" onClick={() => dispatch(sessionsAsked())}>
            Try again
          </Retry>
        </>
      )}
      {state.phase !== 'loading' && state.phase !== 'failed' && <KnownSessions state={state} />}
    </Section>
  );
}

const Retry = styled(Button)`
  margin-top: 12px;
`;
