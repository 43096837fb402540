import { grid, mermaid } from '../../../src/app/machine/diagram';
import type { TransitionTable } from '../../../src/app/machine/transitionTable';

type Lamp = { readonly phase: 'off' } | { readonly phase: 'on' };
interface LampEvents {
  readonly pressed: void;
  readonly burnt: void;
  readonly unplugged: void;
}

const table: TransitionTable<Lamp, LampEvents> = {
  off: { pressed: { to: 'on', carry: () => ({}) } },
  on: { pressed: { to: 'off', carry: () => ({}) }, burnt: { to: 'off', carry: () => ({}) } },
};
const lamp = {
  table,
  events: ['pressed', 'burnt', 'unplugged'] as const,
  getInitialState: (): Lamp => ({ phase: 'off' }),
};

it('draws one arrow for each pair of phases, with all its events', () => {
  expect(mermaid(lamp)).toBe(
    ['stateDiagram-v2', '  [*] --> off', '  off --> on: pressed', '  on --> off: pressed, burnt'].join('\n'),
  );
});

it('shows a column for every event, also for one that no phase handles', () => {
  expect(grid(lamp)).toBe(
    [
      '|  | pressed | burnt | unplugged |',
      '| --- | --- | --- | --- |',
      '| **off** | on | · | · |',
      '| **on** | off | off | · |',
    ].join('\n'),
  );
});
