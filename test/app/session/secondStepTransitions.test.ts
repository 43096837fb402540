import { grid } from '../../../src/app/machine/diagram';
import { type SecondStep, secondStepEvents, type SecondStepEvents } from '../../../src/app/session/secondStepStates';
import { secondStepTransitions } from '../../../src/app/session/secondStepTransitions';

it('the second step of signing in', () => {
  expect(grid<SecondStep, SecondStepEvents>(secondStepTransitions, secondStepEvents).split('\n').slice(2)).toEqual([
    '| **unwanted** | asking | · | · | · | · |',
    '| **asking** | · | checking | asking | asking | unwanted |',
    '| **checking** | · | · | asking | · | unwanted |',
  ]);
});
