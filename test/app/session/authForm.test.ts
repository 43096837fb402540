import type { RootState } from '../../../src/app/rootReducer';
import {
  type AuthForm,
  authFormSlice,
  authModeSwitched,
  authRefused,
  codeGiven,
  type CodeKind,
  codeRefused,
  codeRequired,
  kindSwitched,
  signInSubmitted,
  signUpSubmitted,
  stepLeft,
} from '../../../src/app/session/authFormSlice';
import { authSaga } from '../../../src/app/session/authSaga';
import { selectAuthRefusal, selectAuthSubmitting, selectSecondStep } from '../../../src/app/session/sessionSelectors';
import { sessionArrived, sessionEnded } from '../../../src/app/session/sessionSlice';
import { mara, networkGone, refused, stateWith } from '../../fixtures/appState';
import { type ExpectedGrid, runSteps, sagaFrom, testTransitions } from '../../fixtures/cells';

/** Written by hand. Rows are phases, columns events; '' changes nothing. */
// oxfmt-ignore
const expected: ExpectedGrid<AuthForm> = {
  //            sign in       sign up       refused    mode    code required given           code refused  kind          left    arrived ended
  idle:         ['submitting', 'submitting', 'refused', '',     'askingCode', '',             '',           '',           '',     'idle', 'idle'],
  submitting:   ['submitting', 'submitting', 'refused', '',     'askingCode', '',             '',           '',           '',     'idle', 'idle'],
  refused:      ['submitting', 'submitting', 'refused', 'idle', 'askingCode', '',             '',           '',           '',     'idle', 'idle'],
  askingCode:   ['',           '',           'refused', '',     '',           'checkingCode', 'askingCode', 'askingCode', 'idle', 'idle', 'idle'],
  checkingCode: ['',           '',           'refused', '',     '',           '',             'askingCode', '',           'idle', 'idle', 'idle'],
};

const signIn = { email: mara.email, password: 'a long sentence' };
const message = 'No.';
const stateIn = {
  idle: { phase: 'idle' },
  submitting: { phase: 'submitting' },
  refused: { phase: 'refused', message, field: 'email' },
  askingCode: { phase: 'askingCode', kind: 'recovery' },
  checkingCode: { phase: 'checkingCode', kind: 'recovery' },
} as const satisfies Record<AuthForm['phase'], AuthForm>;

describe('the transitions', () =>
  testTransitions(authFormSlice, {
    expected,
    stateIn,
    eventOf: {
      signInSubmitted: signInSubmitted(signIn),
      signUpSubmitted: signUpSubmitted({ ...signIn, name: 'Mara' }),
      authRefused: authRefused({ message, field: 'email' }),
      authModeSwitched: authModeSwitched(),
      codeRequired: codeRequired(),
      codeGiven: codeGiven({ kind: 'recovery', code: 'abcd-efgh' }),
      codeRefused: codeRefused({ message }),
      kindSwitched: kindSwitched(),
      stepLeft: stepLeft(),
      sessionArrived: sessionArrived(mara),
      sessionEnded: sessionEnded({ byChoice: true }),
    },
    fresh: {
      codeRequired: { kind: 'app' },
      codeRefused: { message },
      kindSwitched: { kind: 'app' },
    },
  }));

it.each(Object.values(stateIn))('the phase $phase has its selectors', (authForm) => {
  const state = stateWith({ authForm });
  const { phase } = authForm;
  expect(selectAuthSubmitting(state)).toBe(phase === 'submitting');
  expect(selectAuthRefusal(state)).toBe(phase === 'refused' ? authForm : undefined);
  expect(selectSecondStep(state)).toBe(phase === 'askingCode' || phase === 'checkingCode' ? authForm : undefined);
});

it('nothing is known before the login page is loaded', () => {
  const state = { ...stateWith(), authForm: undefined };
  const known = [selectAuthSubmitting(state), selectAuthRefusal(state), selectSecondStep(state)];
  expect(known).toEqual([false, undefined, undefined]);
});

it('switches to the other kind of code and back', () => {
  const asking = { phase: 'askingCode', kind: 'app' } as const;
  const switched = authFormSlice.reducer(asking, kindSwitched());
  expect(switched).toEqual({ phase: 'askingCode', kind: 'recovery' });
  expect(authFormSlice.reducer(switched, kindSwitched())).toEqual(asking);
});

it('the end of a session does not leave a code being checked for ever, whose request it gives up', async () => {
  const giveCode = () => new Promise<void>(() => undefined);
  const state = stateWith({ authForm: { phase: 'askingCode', kind: 'app' } });
  const saga = sagaFrom(authSaga, state, { session: { giveCode } });
  const { storeState } = await runSteps(
    saga,
    codeGiven({ kind: 'app', code: '123456' }),
    sessionEnded({ byChoice: false }),
  );
  expect((storeState as RootState).authForm).toEqual({ phase: 'idle' });
});

describe('a rejected code', () => {
  const giving = async (kind: CodeKind, failure: Error) => {
    const giveCode = () => Promise.reject<void>(failure);
    const state = stateWith({ authForm: { phase: 'askingCode', kind } });
    const saga = sagaFrom(authSaga, state, { session: { giveCode } });
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
    expect((await giving(kind, error)).authForm).toEqual({ phase: 'askingCode', kind, message });
  });

  it.each([
    ['INVALID_TWO_FACTOR_COOKIE', 'The time for the code is over. Log in again.'],
    ['TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE', 'Too many wrong codes. Log in again.'],
    ['TOTP_NOT_ENABLED', 'Two-step sign-in was turned off meanwhile. Log in again.'],
    ['BACKUP_CODES_NOT_ENABLED', 'Two-step sign-in was turned off meanwhile. Log in again.'],
  ])('(%s) asks for the password again', async (code, message) => {
    const { authForm } = await giving('app', refused(401, { code }));
    expect(authForm).toEqual({ phase: 'refused', message });
  });
});
