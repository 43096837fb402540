import type { TransitionRow, TransitionTable } from '../machine/transitionTable';
import type { PlansEvents, PlansState } from './plansStates';

const ending = { sessionEnded: { to: 'loading', carry: () => ({}) } } satisfies TransitionRow<PlansState, PlansEvents>;

const arriving = {
  plansArrived: { to: 'ready', carry: (_from, { own }) => ({ own }) },
} satisfies TransitionRow<PlansState, PlansEvents>;

/** Plans as a table. A plan that is known stays while it is asked for again; one is chosen at a time. */
export const plansTransitions = {
  loading: { ...arriving, plansFailed: { to: 'failed', carry: (_from, { failure }) => ({ failure }) } },
  ready: {
    ...arriving,
    ...ending,
    planChosen: { to: 'choosing', carry: ({ own }, { plan }) => ({ own, chosen: plan }) },
  },
  choosing: {
    ...ending,
    planTaken: { to: 'ready', carry: (_from, { own }) => ({ own }) },
    planRefused: { to: 'refused', carry: ({ own, chosen }, { lines }) => ({ own, chosen, lines }) },
  },
  refused: {
    ...arriving,
    ...ending,
    planChosen: { to: 'choosing', carry: ({ own }, { plan }) => ({ own, chosen: plan }) },
    plansLeft: { to: 'ready', carry: ({ own }) => ({ own }) },
  },
  failed: { ...arriving, ...ending, plansWanted: { to: 'loading', carry: () => ({}) } },
} satisfies TransitionTable<PlansState, PlansEvents>;
