import Bowser from 'bowser';
import styled from 'styled-components';
import { Badge } from '../ui/display/Badge';
import { Ago } from '../ui/display/Ago';
import { Drawing } from '../ui/display/Icon';
import { NotLoadedBanner } from '../ui/layout/EmptyState';
import { Button } from '../ui/forms/Button';
import { Skeleton } from '../ui/layout/Skeleton';
import { ListCard, Row, ruled } from '../ui/layout/spacing';
import { Hint, Strong, Unseen } from '../ui/display/text';
import { useAppDispatch, useAppSelector } from '../storeHooks';
import { Section } from './accountForm';
import { accountOpened, endingAsked, selectSessions } from './accountSlice';
import { EndingDialog } from './DeletionSection';
import { EVERY_SESSION, type OpenSession, type SessionsState } from './sessionsMachine';

/** A device as shown to users, parsed from the user agent. */
interface Device {
  /** "Firefox on Linux". */
  readonly name: string;
  readonly kind: 'computer' | 'phone';
}

/** Returns the browser and its operating system, or the device instead of the system for iPhone and iPad. */
function deviceOf(userAgent: string): Device {
  if (userAgent === '') return { name: 'Unknown browser', kind: 'computer' };
  const { browser, os, platform } = Bowser.parse(userAgent);
  const system = /^(iPhone|iPad)$/.test(platform.model ?? '') ? platform.model : os.name;
  const name = [browser.name, system].filter(Boolean).join(' on ');
  return { name: name || 'Unknown browser', kind: platform.type === 'mobile' ? 'phone' : 'computer' };
}

const List = styled(ListCard)`
  ${ruled}
`;

const Line = styled.li`
  display: flex;
  align-items: center;
  gap: 12px;
  min-height: 66px;
  padding: 12px 12px 12px 16px;

  & > svg {
    color: var(--ink-3);
  }
  & > div {
    flex: 1;
    min-width: 0;
    line-height: 20px;
  }
`;

const shapes: Record<Device['kind'], string> = {
  computer: 'M4 3.25h8c.55 0 1 .45 1 1v5c0 .55-.45 1-1 1H4c-.55 0-1-.45-1-1v-5c0-.55.45-1 1-1ZM1.75 12.75h12.5',
  phone:
    'M6.25 1.75h3.5c.83 0 1.5.67 1.5 1.5v9.5c0 .83-.67 1.5-1.5 1.5h-3.5c-.83 0-1.5-.67-1.5-1.5v-9.5c0-.83.67-1.5 1.5-1.5ZM7.25 12h1.5',
};

interface SessionLineProps {
  readonly session: OpenSession;
  readonly ending: boolean;
  /** Whether others are being ended: one request at a time. */
  readonly disabled: boolean;
  readonly onEnd: () => void;
}

/** One session: its device, IP address and time of last use; the session of this browser has no "End session". */
function SessionLine({ session, ending, disabled, onEnd }: SessionLineProps) {
  const { name, kind } = deviceOf(session.userAgent);
  const { address, current, updatedAt } = session;
  return (
    <Line>
      <Drawing path={shapes[kind]} size={18} />
      <div>
        <Strong>{name}</Strong>
        <Hint>
          {address !== '' && `${address}, `}
          {current ? 'this browser' : <Ago time={updatedAt} never="" />}
        </Hint>
      </div>
      {current ? (
        <Badge $tone="success" $dot>
          Current
        </Badge>
      ) : (
        <Button
          look="ghost"
          size="small"
          loading={ending}
          disabled={disabled}
          aria-label={`End session, ${name}`}
          onClick={onEnd}
        >
          End session
        </Button>
      )}
    </Line>
  );
}

/** Skeleton of one session with the real height: the session of this browser always exists. */
const SkeletonLine = () => (
  <ListCard $bottom={12} aria-busy="true">
    <Line as="div">
      <Skeleton $width={18} $height={18} />
      <div>
        <Skeleton $width={160} />
      </div>
    </Line>
    <Unseen role="status">Loading sessions</Unseen>
  </ListCard>
);

type LoadedSessions = Exclude<SessionsState, { phase: 'loading' | 'failed' }>;

function SessionList({ state }: { readonly state: LoadedSessions }) {
  const dispatch = useAppDispatch();
  const ending = state.phase === 'ready' ? undefined : state.ending;
  const isOther = (id: string | null) => ending !== undefined && ending !== id;
  return (
    <>
      <List $bottom={12} as="ul" aria-label="Sessions">
        {state.sessions.map((session) => (
          <SessionLine
            key={session.id}
            session={session}
            ending={ending === session.id}
            disabled={isOther(session.id)}
            onEnd={() => dispatch(endingAsked({ id: session.id }))}
          />
        ))}
      </List>
      <Row>
        {state.sessions.some(({ current }) => !current) && (
          <Button
            loading={ending === null}
            disabled={isOther(null)}
            onClick={() => dispatch(endingAsked({ id: null }))}
          >
            End all other sessions
          </Button>
        )}
        <Button
          loading={ending === EVERY_SESSION}
          disabled={isOther(EVERY_SESSION)}
          onClick={() => dispatch(endingAsked({ id: EVERY_SESSION }))}
        >
          End every session
        </Button>
      </Row>
      {(state.phase === 'confirming' || state.phase === 'checking') && <EndingDialog state={state} />}
    </>
  );
}

/** The user's sessions; each other session can be ended. */
export function SessionsSection() {
  const dispatch = useAppDispatch();
  const state = useAppSelector(selectSessions);
  return (
    <Section title="Sessions" about="Browsers that are logged in now.">
      {state.phase === 'loading' && <SkeletonLine />}
      {state.phase === 'failed' && (
        <NotLoadedBanner onRetry={() => dispatch(accountOpened())}>Your sessions did not load.</NotLoadedBanner>
      )}
      {state.phase !== 'loading' && state.phase !== 'failed' && <SessionList state={state} />}
    </Section>
  );
}
