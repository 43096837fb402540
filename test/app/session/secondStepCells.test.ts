import { rootReducer, type RootState } from '../../../src/app/rootReducer';
import { authRefused, codeGiven, type CodeKind, codeRequired } from '../../../src/app/session/authFormSlice';
import { secondStepSaga } from '../../../src/app/session/secondStepSaga';
import {
  codeRefused,
  kindSwitched,
  type SecondStep,
  type SecondStepEvents,
  secondStepSlice,
  stepLeft,
} from '../../../src/app/session/secondStepSlice';
import { type Session, sessionArrived } from '../../../src/app/session/sessionSlice';
import { mara, networkGone, refused, stateWith } from '../../fixtures/appState';
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

type Phase = SecondStep['phase'];
type Event = keyof SecondStepEvents;

const reducer = rootReducer.inject(secondStepSlice);
const columns: readonly Event[] = [
  'codeRequired',
  'codeGiven',
  'codeRefused',
  'kindSwitched',
  'stepLeft',
  'authRefused',
  'sessionArrived',
];
// oxfmt-ignore
const expected: ExpectedGrid<SecondStep> = {
  //           wanted    given       refused   switched  left           refused        session arrived
  notRequired: ['asking', '',         '',       '',       '',            '',            'notRequired'],
  asking:      ['',       'checking', 'asking', 'asking', 'notRequired', 'notRequired', 'notRequired'],
  checking:    ['',       '',         'asking', '',       'notRequired', 'notRequired', 'notRequired'],
};
const cells = cellsOf<SecondStep, Event>(expected, columns);

const message = 'The server could not be reached. Try again in a moment.';
const stepIn: Readonly<Record<Phase, SecondStep>> = {
  notRequired: { phase: 'notRequired' },
  asking: { phase: 'asking', kind: 'recovery', message: 'That code is not right.' },
  checking: { phase: 'checking', kind: 'recovery' },
};
const eventOf = {
  codeRequired: codeRequired(),
  codeGiven: codeGiven({ kind: 'recovery', code: 'abcd-efgh' }),
  codeRefused: codeRefused({ message }),
  kindSwitched: kindSwitched(),
  stepLeft: stepLeft(),
  authRefused: authRefused({ message }),
  sessionArrived: sessionArrived(mara),
} as const satisfies Record<Event, Step>;

/** Brings the second step to a phase, dispatches an event, and expects the codes sent as in `done`. */
async function expectTransition(phase: Phase, event: Event, secondStep: SecondStep, ...done: readonly string[]) {
  const log: string[] = [];
  const { call: giveCode, calls } = recordedCall<[string, CodeKind], void>(log, 'give');
  const isChecked = phase === 'checking';
  const before = stateWith({ secondStep: stepIn[isChecked ? 'asking' : phase] });
  const saga = sagaFrom(secondStepSaga, before, { session: { giveCode } });
  const session: Session = event === 'sessionArrived' ? { phase: 'signedIn', user: mara } : stateWith().session;
  await runSteps(
    saga.hasFinalState(stateWith({ session, secondStep, authForm: reducer(undefined, eventOf[event]).authForm })),
    ...(isChecked ? [eventOf.codeGiven] : []),
    () => void log.splice(0),
    isChecked && event === 'codeRefused' ? () => calls[0]?.fail(networkGone()) : eventOf[event],
    () => expect(log).toEqual(done),
  );
}

/** Tests a filled cell: the whole state afterwards, and every side effect. */
const cell = (name: CellName<SecondStep, SecondStepEvents>, secondStep: SecondStep, ...done: readonly string[]) =>
  it(name, async () => {
    const { from, event, to } = cellOf<SecondStep, SecondStepEvents>(name);
    await expectTransition(from, event, secondStep, ...done);
    expect(secondStep.phase).toBe(to);
  });

describe('each filled cell', () => {
  cell('notRequired · codeRequired → asking', { phase: 'asking', kind: 'app' });
  cell('asking · codeGiven → checking', { phase: 'checking', kind: 'recovery' }, 'give abcd-efgh recovery');
  cell('asking · codeRefused → asking', { phase: 'asking', kind: 'recovery', message });
  cell('asking · kindSwitched → asking', { phase: 'asking', kind: 'app' });
  cell('asking · stepLeft → notRequired', { phase: 'notRequired' });
  cell('checking · codeRefused → asking', { phase: 'asking', kind: 'recovery', message });
  cell('checking · stepLeft → notRequired', { phase: 'notRequired' });
  cell('asking · authRefused → notRequired', { phase: 'notRequired' });
  cell('checking · authRefused → notRequired', { phase: 'notRequired' });
  cell('notRequired · sessionArrived → notRequired', { phase: 'notRequired' });
  cell('asking · sessionArrived → notRequired', { phase: 'notRequired' });
  cell('checking · sessionArrived → notRequired', { phase: 'notRequired' });
});

describe('each empty cell', () => {
  it.each(cells.filter(({ to }) => to === ''))('$from · $event changes nothing', async ({ from, event }) => {
    const state = stateWith({ secondStep: stepIn[from] });
    expect(reducer(state, eventOf[event]).secondStep).toBe(state.secondStep);
    // The page never sends a code without a request for one; the saga leaves this to the table.
    const done = event === 'codeGiven' && from === 'notRequired' ? ['give abcd-efgh recovery'] : [];
    await expectTransition(from, event, stepIn[from], ...done);
  });
});

it('matches the table written by hand', () => {
  expectGrid<SecondStep, SecondStepEvents>(secondStepSlice, expected, columns);
});

it('switches to the other kind of code and back', () => {
  const asking = stateWith({ secondStep: { phase: 'asking', kind: 'app' } });
  expect(reducer(asking, kindSwitched()).secondStep).toEqual({ phase: 'asking', kind: 'recovery' });
});

describe('a rejected code', () => {
  const giving = async (kind: CodeKind, failure: Error) => {
    const giveCode = () => Promise.reject<void>(failure);
    const state = stateWith({ secondStep: { phase: 'asking', kind } });
    const saga = sagaFrom(secondStepSaga, state, { session: { giveCode } });
    const { storeState } = await runSteps(saga, codeGiven({ kind, code: '123456' }));
    return storeState as RootState;
  };

  it.each([
    [
      'app',
      refused(401, { code: 'INVALID_CODE', message: 'Invalid code' }),
      'That code is not right. Type the one your app shows now. The clock of your phone has to be right.',
    ],
    [
      'recovery',
      refused(401, { code: 'INVALID_BACKUP_CODE' }),
      'That recovery code is not right, or was used before. Try another one.',
    ],
    ['app', refused(429, { code: 'ACCOUNT_TEMPORARILY_LOCKED' }), 'Too many wrong codes. Try again in 15 minutes.'],
    ['app', refused(429), 'Too many tries. Wait a moment.'],
    ['app', refused(429, { code: 'TOO_MANY_CODES', message: 'Use a recovery code.' }), 'Use a recovery code.'],
    ['app', networkGone(), 'The server could not be reached. Try again in a moment.'],
  ] as const)('of the kind %s can be given again, with the reason: %#', async (kind, error, message) => {
    expect((await giving(kind, error)).secondStep).toEqual({ phase: 'asking', kind, message });
  });

  it.each([
    ['INVALID_TWO_FACTOR_COOKIE', 'The time for the code is over. Log in again.'],
    ['TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE', 'Too many wrong codes. Log in again.'],
    ['TOTP_NOT_ENABLED', 'Two-step sign-in was turned off meanwhile. Log in again.'],
    ['BACKUP_CODES_NOT_ENABLED', 'Two-step sign-in was turned off meanwhile. Log in again.'],
  ])('(%s) asks for the password again', async (code, message) => {
    const { secondStep, authForm } = await giving('app', refused(401, { code }));
    expect(secondStep).toEqual({ phase: 'notRequired' });
    expect(authForm).toEqual({ phase: 'refused', message });
  });
});
