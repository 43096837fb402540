import { grid } from '../../../src/app/machine/diagram';
import type { UsageEvents, UsageState } from '../../../src/app/usage/usageStates';
import { usageTransitions } from '../../../src/app/usage/usageTransitions';

const events = [
  'usageOpened',
  'questionChosen',
  'usageArrived',
  'usageFailed',
  'usageRetried',
  'usageLeft',
] as const satisfies readonly (keyof UsageEvents)[];

it('looking at usage', () => {
  expect(grid<UsageState, UsageEvents>(usageTransitions, events).split('\n').slice(2)).toEqual([
    '| **loading** | · | loading | ready | failed | · | · |',
    '| **ready** | asking | asking | · | · | · | · |',
    '| **asking** | · | asking | ready | failed | · | ready |',
    '| **failed** | loading | loading | · | · | loading | · |',
  ]);
});
