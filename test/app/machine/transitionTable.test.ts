import { edges, step, type TransitionTable } from '../../../src/app/machine/transitionTable';

type Door = { readonly phase: 'open' } | { readonly phase: 'shut'; readonly by: string };
interface DoorEvents {
  readonly pushed: { readonly by: string };
  readonly pulled: void;
}

const door: TransitionTable<Door, DoorEvents> = {
  open: { pushed: { to: 'shut', carry: (_from, { by }) => ({ by }) } },
  shut: { pulled: { to: 'open', carry: () => ({}) }, pushed: { to: 'shut', carry: ({ by }) => ({ by }) } },
};

describe('step', () => {
  it('copies data from the previous phase', () => {
    expect(step(door, { phase: 'shut', by: 'Mara' }, 'pushed', { by: 'Ivo' })).toEqual({ phase: 'shut', by: 'Mara' });
  });

  it('always sets the phase of the cell, even if the data contains another', () => {
    const odd = { open: { pushed: { to: 'shut' as const, carry: () => ({ by: 'Mara', phase: 'open' }) } }, shut: {} };
    expect(step<Door, DoorEvents>(odd, { phase: 'open' }, 'pushed', { by: 'Mara' }).phase).toBe('shut');
  });
});

describe('edges', () => {
  it('lists the filled cells in the order of the table', () => {
    expect(edges(door)).toEqual([
      { from: 'open', event: 'pushed', to: 'shut' },
      { from: 'shut', event: 'pulled', to: 'open' },
      { from: 'shut', event: 'pushed', to: 'shut' },
    ]);
  });
});
