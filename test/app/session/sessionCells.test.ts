import type { ApiError } from '../../../src/app/http/apiError';
import { rootReducer } from '../../../src/app/rootReducer';
import { sessionSaga } from '../../../src/app/session/sessionSaga';
import {
  type Session,
  sessionArrived,
  sessionAsked,
  sessionEnded,
  type SessionEvents,
  sessionMissing,
  sessionRefreshSignalled,
  sessionSlice,
  sessionUnavailable,
  type User,
} from '../../../src/app/session/sessionSlice';
import { mara, networkGone, stateWith, timedOut } from '../../fixtures/appState';
import {
  type CellName,
  cellOf,
  cellsOf,
  expectGrid,
  type ExpectedGrid,
  recordedCall,
  runSteps,
  sagaFrom,
  type Step,
} from '../../fixtures/cells';

type Phase = Session['phase'];
type Event = keyof SessionEvents;
type Name = CellName<Session, SessionEvents>;

/**
 * Written by hand. Rows are phases, columns events; '' changes nothing. A loaded session stays while it is reloaded and
 * if that fails (specification, section 2: 'Loading...' only while the session loads).
 */
const columns: readonly Event[] = [
  'sessionAsked',
  'sessionArrived',
  'sessionMissing',
  'sessionUnavailable',
  'sessionEnded',
];
// oxfmt-ignore
const expected: ExpectedGrid<Session> = {
  //            asked      arrived     missing      unavailable    ended
  loading:     ['',        'signedIn', 'signedOut', 'unavailable', 'signedOut'],
  signedIn:    ['',        'signedIn', 'signedOut', '',            'signedOut'],
  signedOut:   ['',        'signedIn', '',          '',            ''],
  unavailable: ['loading', 'signedIn', 'signedOut', 'unavailable', 'signedOut'],
};
const cells = cellsOf<Session, Event>(expected, columns);

const renamed: User = { ...mara, name: 'Mara Halden' };
const { failure } = networkGone();
const sessionIn: Readonly<Record<Phase, Session>> = {
  loading: { phase: 'loading' },
  signedIn: { phase: 'signedIn', user: mara },
  signedOut: { phase: 'signedOut', byChoice: true },
  unavailable: { phase: 'unavailable', failure: timedOut().failure },
};
const eventOf = {
  sessionAsked: sessionAsked(),
  sessionArrived: sessionArrived(renamed),
  sessionMissing: sessionMissing(),
  sessionUnavailable: sessionUnavailable(failure),
  sessionEnded: sessionEnded({ byChoice: true }),
} as const satisfies Record<Event, Step>;

/** Responses of the server, for the events that follow a response. */
const answers: Partial<Record<Event, User | null | ApiError>> = {
  sessionArrived: renamed,
  sessionMissing: null,
  sessionUnavailable: networkGone(),
};

/** Runs the session's saga with the root reducer; tests answer its reads, which `log` records. */
function reader(session: Session) {
  const log: string[] = [];
  const { call: read, calls } = recordedCall<[], User | null>(log, 'read');
  const saga = sagaFrom(sessionSaga, stateWith({ session }), { session: { read } });
  const answer = (found: User | null | ApiError | undefined) => {
    if (found instanceof Error) calls.at(-1)?.fail(found);
    else calls.at(-1)?.answer(found ?? null);
  };
  return { saga, log, answer };
}

/** Reloads the session, brings it to a phase, dispatches an event or answers the read, and expects the state and side effects. */
async function expectTransition(phase: Phase, event: Event, session: Session, ...done: readonly string[]) {
  const { saga, log, answer } = reader(sessionIn[phase]);
  const followsResponse = event in answers;
  if (followsResponse) saga.put(eventOf[event]);
  await runSteps(
    saga.hasFinalState(stateWith({ session })),
    ...(event === 'sessionAsked' ? [] : [sessionRefreshSignalled()]),
    () => void log.splice(0),
    followsResponse ? () => answer(answers[event]) : eventOf[event],
    () => expect(log).toEqual(done),
  );
}

/** Tests a filled cell: the whole state afterwards, whatever causes the event, and every side effect. */
const cell = (name: Name, session: Session, ...done: readonly string[]) =>
  it(name, async () => {
    const { from, event, to } = cellOf<Session, SessionEvents>(name);
    await expectTransition(from, event, session, ...done);
    expect(rootReducer(stateWith({ session: sessionIn[from] }), eventOf[event]).session).toEqual(session);
    expect(session.phase).toBe(to);
  });

const signedIn: Session = { phase: 'signedIn', user: renamed };
const nobody: Session = { phase: 'signedOut', byChoice: false };
const byChoice: Session = { phase: 'signedOut', byChoice: true };
const lost: Session = { phase: 'signedOut', byChoice: false, lost: true };
const unavailable: Session = { phase: 'unavailable', failure };

describe('each filled cell', () => {
  cell('loading · sessionArrived → signedIn', signedIn);
  cell('loading · sessionMissing → signedOut', nobody);
  cell('loading · sessionUnavailable → unavailable', unavailable);
  cell('loading · sessionEnded → signedOut', byChoice, 'abort: read');

  cell('signedIn · sessionArrived → signedIn', signedIn);
  cell('signedIn · sessionMissing → signedOut', lost);
  cell('signedIn · sessionEnded → signedOut', byChoice, 'abort: read');

  cell('signedOut · sessionArrived → signedIn', signedIn);

  cell('unavailable · sessionAsked → loading', { phase: 'loading' }, 'read');
  cell('unavailable · sessionArrived → signedIn', signedIn);
  cell('unavailable · sessionMissing → signedOut', nobody);
  cell('unavailable · sessionUnavailable → unavailable', unavailable);
  cell('unavailable · sessionEnded → signedOut', byChoice, 'abort: read');
});

describe('each empty cell', () => {
  /** Side effects without a change of state: a loaded session is reloaded without showing 'Loading...'. */
  const done: Partial<Record<Event, readonly string[]>> = { sessionAsked: ['read'], sessionEnded: ['abort: read'] };

  it.each(cells.filter(({ to }) => to === ''))('$from · $event changes nothing', async ({ from, event }) => {
    const state = stateWith({ session: sessionIn[from] });
    expect(rootReducer(state, eventOf[event]).session).toBe(state.session);
    await expectTransition(from, event, sessionIn[from], ...(done[event] ?? []));
  });
});

it('matches the table written by hand', () => {
  expectGrid<Session, SessionEvents>(sessionSlice, expected, columns);
});

it('starts loading', () => {
  expect(stateWith().session).toEqual({ phase: 'loading' });
});
