import {
  formEvents,
  sessionsEvents,
  type FormEvents,
  type FormState,
  type SessionsEvents,
  type SessionsState,
} from '../../../src/app/account/accountStates';
import { formTransitions, sessionsTransitions } from '../../../src/app/account/accountTransitions';
import { grid } from '../../../src/app/machine/diagram';

it('a form', () => {
  expect(grid<FormState, FormEvents>(formTransitions, formEvents).split('\n').slice(2)).toEqual([
    '| **idle** | sending | refused | · | · |',
    '| **sending** | · | refused | idle | · |',
    '| **refused** | sending | refused | · | idle |',
  ]);
});

it('the open sessions', () => {
  expect(grid<SessionsState, SessionsEvents>(sessionsTransitions, sessionsEvents).split('\n').slice(2)).toEqual([
    '| **loading** | · | ready | failed | · | · | · | · | · |',
    '| **failed** | loading | ready | · | · | · | · | · | · |',
    '| **ready** | · | ready | · | ending | · | confirming | · | · |',
    '| **ending** | · | ready | · | · | ready | confirming | · | · |',
    '| **confirming** | · | confirming | · | · | · | · | checking | ready |',
    '| **checking** | · | ready | · | · | ready | confirming | · | · |',
  ]);
});
