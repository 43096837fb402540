import { grid } from '../../../src/app/machine/diagram';
import { usageMachine } from '../../../src/app/usage/usageSlice';

it('the usage page', () => {
  expect(grid(usageMachine).split('\n')).toEqual([
    '|  | usageOpened | questionChosen | usageArrived | usageFailed | usageLeft |',
    '| --- | --- | --- | --- | --- | --- |',
    '| **loading** | · | loading | ready | failed | · |',
    '| **ready** | asking | asking | · | · | · |',
    '| **asking** | · | asking | ready | failed | ready |',
    '| **failed** | loading | loading | · | · | · |',
  ]);
});
