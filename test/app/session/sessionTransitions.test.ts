import {
  type Session,
  type SessionEvents,
  sessionSlice,
  sessionTransitions,
} from '../../../src/app/session/sessionSlice';
import { edges } from '../../../src/app/machine/transitionTable';
import type { ApiFailure } from '../../../src/app/http/apiError';
import { mara } from '../../fixtures/appState';

type Phase = Session['phase'];

/**
 * Written by hand: phases down, events across; '' changes nothing. A known session stays known while it is read again and
 * when that fails (specification, section 2: 'Loading...' only while the session loads).
 */
// prettier-ignore
const expected: Record<Phase, readonly (Phase | '')[]> = {
  //            asked      arrived     missing      unavailable    ended
  loading:     ['',        'signedIn', 'signedOut', 'unavailable', 'signedOut'],
  signedIn:    ['',        'signedIn', 'signedOut', '',            'signedOut'],
  signedOut:   ['',        'signedIn', '',          '',            ''],
  unavailable: ['loading', 'signedIn', 'signedOut', 'unavailable', 'signedOut'],
};

const failure: ApiFailure = { kind: 'network', message: 'The server could not be reached.' };
const ivo = { id: 'u2', email: 'ivo@haldencoffee.example', name: 'Ivo' };
const { actions, reducer } = sessionSlice;

const stateIn: Record<Phase, Session> = {
  loading: { phase: 'loading' },
  signedIn: { phase: 'signedIn', user: mara },
  signedOut: { phase: 'signedOut', byChoice: true },
  unavailable: { phase: 'unavailable', failure: { kind: 'timedOut', message: 'Request timed out' } },
};
const eventOf = {
  sessionAsked: actions.sessionAsked(),
  sessionArrived: actions.sessionArrived(ivo),
  sessionMissing: actions.sessionMissing(),
  sessionUnavailable: actions.sessionUnavailable(failure),
  sessionEnded: actions.sessionEnded({ byChoice: true }),
} as const;

const resultOf = (to: Phase, event: keyof SessionEvents): Session => {
  if (to === 'signedIn') return { phase: 'signedIn', user: ivo };
  if (to === 'signedOut') return { phase: 'signedOut', byChoice: event === 'sessionEnded' };
  return to === 'unavailable' ? { phase: 'unavailable', failure } : { phase: 'loading' };
};

const cells = (Object.keys(expected) as Phase[]).flatMap((from) =>
  sessionSlice.events.map((event, index) => ({ from, event, to: expected[from][index] as Phase | '' })),
);
const filled = edges<Session, SessionEvents>(sessionTransitions);

it.each(cells)('$from, $event → $to', ({ from, event, to }) => {
  expect(filled.find((edge) => edge.from === from && edge.event === event)?.to ?? '').toBe(to);
});

it.each(cells.filter(({ to }) => to !== ''))('$from, $event → exactly the data of $to', ({ from, event, to }) => {
  expect(reducer(stateIn[from], eventOf[event])).toStrictEqual(resultOf(to as Phase, event));
});

it.each(cells.filter(({ to }) => to === ''))('$from, $event changes nothing', ({ from, event }) => {
  expect(reducer(stateIn[from], eventOf[event])).toBe(stateIn[from]);
});

it('starts loading', () => {
  expect(reducer(undefined, { type: 'test/start' })).toEqual({ phase: 'loading' });
});
