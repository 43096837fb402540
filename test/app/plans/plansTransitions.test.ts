import { grid } from '../../../src/app/machine/diagram';
import { plansSlice } from '../../../src/app/plans/plansSlice';

it('the plan, and changing it', () => {
  expect(grid(plansSlice).split('\n')).toEqual([
    '|  | plansWanted | plansArrived | plansFailed | planChosen | planTaken | planRefused | plansLeft |',
    '| --- | --- | --- | --- | --- | --- | --- | --- |',
    '| **loading** | · | ready | failed | · | · | · | · |',
    '| **ready** | · | ready | · | choosing | · | · | · |',
    '| **choosing** | · | · | · | · | ready | refused | · |',
    '| **refused** | · | ready | · | choosing | · | · | ready |',
    '| **failed** | loading | ready | · | · | · | · | · |',
  ]);
});
