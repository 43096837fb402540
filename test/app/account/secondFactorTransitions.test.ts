import {
  type SecondFactor,
  secondFactorEvents,
  type SecondFactorEvents,
} from '../../../src/app/account/secondFactorStates';
import { secondFactorTransitions } from '../../../src/app/account/secondFactorTransitions';
import { grid } from '../../../src/app/machine/diagram';

it('a change of two-step sign-in', () => {
  expect(
    grid<SecondFactor, SecondFactorEvents>(secondFactorTransitions, secondFactorEvents).split('\n').slice(2),
  ).toEqual([
    '| **resting** | asking | · | · | · | · | · | · | · | · | · |',
    '| **asking** | · | proving | asking | · | · | · | · | · | resting | · |',
    '| **proving** | · | · | asking | settingUp | · | · | showing | resting | · | · |',
    '| **settingUp** | · | · | · | · | confirming | settingUp | · | · | resting | · |',
    '| **confirming** | · | · | · | · | · | settingUp | showing | · | · | · |',
    '| **showing** | · | · | · | · | · | · | · | · | · | resting |',
  ]);
});
