import { grid } from '../../../src/app/machine/diagram';
import { secondStepSlice } from '../../../src/app/session/secondStepSlice';

it('the second step of signing in', () => {
  expect(grid(secondStepSlice).split('\n')).toEqual([
    '|  | codeWanted | codeGiven | codeRefused | kindSwitched | stepLeft | sessionArrived |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    '| **unwanted** | asking | · | · | · | · | unwanted |',
    '| **asking** | · | checking | asking | asking | unwanted | unwanted |',
    '| **checking** | · | · | asking | · | unwanted | unwanted |',
  ]);
});
