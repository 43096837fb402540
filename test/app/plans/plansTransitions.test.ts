import { grid } from '../../../src/app/machine/diagram';
import { plansSlice } from '../../../src/app/plans/plansSlice';

it('somebody’s plan, and choosing another', () => {
  expect(grid(plansSlice).split('\n')).toEqual([
    '|  | plansWanted | plansArrived | plansFailed | planChosen | planTaken | planRefused | plansLeft | sessionEnded |',
    '| --- | --- | --- | --- | --- | --- | --- | --- | --- |',
    '| **loading** | · | ready | failed | · | · | · | · | · |',
    '| **ready** | · | ready | · | choosing | · | · | · | loading |',
    '| **choosing** | · | · | · | · | ready | refused | · | loading |',
    '| **refused** | · | ready | · | choosing | · | · | ready | loading |',
    '| **failed** | loading | ready | · | · | · | · | · | loading |',
  ]);
});
