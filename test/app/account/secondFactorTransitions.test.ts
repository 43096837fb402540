import { secondFactorSlice } from '../../../src/app/account/secondFactorSlice';
import { grid } from '../../../src/app/machine/diagram';

it('a change of two-step sign-in', () => {
  expect(grid(secondFactorSlice).split('\n')).toEqual([
    `|  | changeAsked | proofGiven | proofRefused | setUpMade | appCodeGiven | appCodeRefused | codesMade | turnedOff | changeLeft | codesKept | sessionEnded |`,
    `| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |`,
    '| **resting** | asking | · | · | · | · | · | · | · | · | · | resting |',
    '| **asking** | · | proving | · | · | · | · | · | · | resting | · | resting |',
    '| **proving** | · | · | asking | settingUp | · | · | showing | resting | · | · | resting |',
    '| **settingUp** | · | · | · | · | confirming | · | · | · | resting | · | resting |',
    '| **confirming** | · | · | · | · | · | settingUp | showing | · | · | · | resting |',
    '| **showing** | · | · | · | · | · | · | · | · | · | resting | resting |',
  ]);
});
