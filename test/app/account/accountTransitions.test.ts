import {
  accountSlice,
  formAccepted,
  formRefused,
  freshAccount,
  passwordSubmitted,
  sessionsArrived,
} from '../../../src/app/account/accountSlice';
import { googleSlice } from '../../../src/app/account/googleSlice';
import { secondFactorSlice } from '../../../src/app/account/secondFactorSlice';
import { sessionsMachine } from '../../../src/app/account/sessionsMachine';
import { grid } from '../../../src/app/machine/diagram';

it('a form is sent, rejected, sent again and accepted; the other forms stay unchanged', () => {
  const { forms: start } = freshAccount;
  const events = [
    passwordSubmitted({ currentPassword: 'one', newPassword: 'two' }),
    formRefused({ form: 'password', message: 'No.', field: 'next' }),
    passwordSubmitted({ currentPassword: 'one', newPassword: 'two three' }),
    formAccepted('password'),
  ];
  const states = events.reduce((all, event) => [...all, accountSlice.reducer(all.at(-1), event)], [freshAccount]);
  expect(states.slice(1).map(({ forms }) => forms)).toEqual([
    { ...start, password: { working: true } },
    { ...start, password: { working: false, refusal: { message: 'No.', field: 'next' } } },
    { ...start, password: { working: true } },
    start,
  ]);
});

it('the open sessions', () => {
  expect(grid(sessionsMachine).split('\n')).toEqual([
    '|  | accountOpened | sessionsArrived | sessionsFailed | endingAsked | endingRefused | passwordWanted | passwordGiven | endingCancelled |',
    '| --- | --- | --- | --- | --- | --- | --- | --- | --- |',
    '| **loading** | · | ready | failed | · | · | · | · | · |',
    '| **failed** | loading | ready | · | · | · | · | · | · |',
    '| **ready** | · | ready | · | ending | · | · | · | · |',
    '| **ending** | · | ending | · | · | ready | confirming | · | · |',
    '| **confirming** | ready | confirming | · | · | · | · | checking | ready |',
    '| **checking** | · | checking | · | · | ready | confirming | · | · |',
  ]);
});

it('a list that arrives while sessions are ended changes only the list', () => {
  const ending = { sessions: [], ending: 's1' };
  const session = { id: 's2', updatedAt: '', address: '', userAgent: '', current: false };
  for (const state of [
    { phase: 'ending', ...ending },
    { phase: 'confirming', ...ending, message: 'Wrong.' },
    { phase: 'checking', ...ending },
  ] as const)
    expect(sessionsMachine.reducer(state, sessionsArrived([session]))).toEqual({ ...state, sessions: [session] });
});

it('the connected Google account', () => {
  expect(grid(googleSlice).split('\n')).toEqual([
    '|  | accountOpened | googleArrived | googleFailed | disconnectAsked | disconnectRefused |',
    '| --- | --- | --- | --- | --- | --- |',
    '| **loading** | · | ready | failed | · | · |',
    '| **failed** | loading | ready | · | · | · |',
    '| **ready** | · | ready | · | disconnecting | · |',
    '| **disconnecting** | · | ready | · | · | ready |',
  ]);
});

it('a change of two-step sign-in', () => {
  expect(grid(secondFactorSlice).split('\n')).toEqual([
    `|  | changeAsked | proofGiven | proofRefused | setUpMade | appCodeGiven | appCodeRefused | codesMade | turnedOff | changeLeft | codesKept |`,
    `| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |`,
    '| **resting** | asking | · | · | · | · | · | · | · | · | · |',
    '| **asking** | · | proving | · | · | · | · | · | · | resting | · |',
    '| **proving** | · | · | asking | settingUp | · | · | showing | resting | · | · |',
    '| **settingUp** | · | · | · | · | confirming | · | · | · | resting | · |',
    '| **confirming** | · | · | · | · | · | settingUp | showing | · | · | · |',
    '| **showing** | · | · | · | · | · | · | · | · | · | resting |',
  ]);
});
