import { secondFactorSlice } from '../../../src/app/account/secondFactorSlice';
import { grid } from '../../../src/app/machine/diagram';

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
