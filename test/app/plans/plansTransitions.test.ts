import { grid } from '../../../src/app/machine/diagram';
import type { PlansEvents, PlansState } from '../../../src/app/plans/plansStates';
import { plansTransitions } from '../../../src/app/plans/plansTransitions';

const events = [
  'plansWanted',
  'plansArrived',
  'plansFailed',
  'planChosen',
  'planTaken',
  'planRefused',
  'plansLeft',
  'sessionEnded',
] as const satisfies readonly (keyof PlansEvents)[];

it('somebody’s plan, and choosing another', () => {
  expect(grid<PlansState, PlansEvents>(plansTransitions, events).split('\n').slice(2)).toEqual([
    '| **loading** | · | ready | failed | · | · | · | · | · |',
    '| **ready** | · | ready | · | choosing | · | · | · | loading |',
    '| **choosing** | · | · | · | · | ready | refused | · | loading |',
    '| **refused** | · | ready | · | choosing | · | · | ready | loading |',
    '| **failed** | loading | ready | · | · | · | · | · | loading |',
  ]);
});
