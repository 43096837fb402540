import type { PlanName } from '../../contract/plans';
import type { ApiFailure } from '../http/apiError';
import { createMachine, event, type EventsOf } from '../machine/createMachine';
import type { TransitionRow } from '../machine/transitionTable';
import { plansWanted } from './plansEvents';

/** Somebody's plan as it is known here: null where the server has none; and how many projects they have. */
export interface OwnPlan {
  readonly own: PlanName | null;
  readonly projects: number;
}

/** Why a plan cannot be chosen, line by line. */
export interface PlanRefusal {
  readonly lines: readonly string[];
}

/** The person's plan, and choosing another. */
export type PlansState =
  | { readonly phase: 'loading' }
  | ({ readonly phase: 'ready' } & OwnPlan)
  | ({ readonly phase: 'choosing'; readonly chosen: PlanName } & OwnPlan)
  | ({ readonly phase: 'refused'; readonly chosen: PlanName } & OwnPlan & PlanRefusal)
  | { readonly phase: 'failed'; readonly failure: ApiFailure };

/** Before anything was asked. */
export const freshPlans: PlansState = { phase: 'loading' };

const events = {
  plansWanted,
  plansArrived: event<OwnPlan>(),
  plansFailed: event<{ readonly failure: ApiFailure }>(),
  /** "Upgrade to Business", "Change to Free". */
  planChosen: event<{ readonly plan: PlanName }>(),
  planTaken: event<OwnPlan>(),
  planRefused: event<PlanRefusal>(),
  plansLeft: event(),
};

type Events = EventsOf<typeof events>;

const arriving = {
  plansArrived: { to: 'ready', carry: (_from, { own, projects }) => ({ own, projects }) },
} satisfies TransitionRow<PlansState, Events>;

const choosing = {
  ...arriving,
  planChosen: { to: 'choosing', carry: ({ own, projects }, { plan }) => ({ own, projects, chosen: plan }) },
} satisfies TransitionRow<PlansState, Events, 'ready' | 'refused'>;

/** The person's plan. It comes with what shows it. One that is known stays while it is asked for again; one is chosen at a time. */
export const plansSlice = createMachine(
  'plans',
  {
    loading: { ...arriving, plansFailed: { to: 'failed', carry: (_from, { failure }) => ({ failure }) } },
    ready: choosing,
    choosing: {
      planTaken: { to: 'ready', carry: (_from, { own, projects }) => ({ own, projects }) },
      planRefused: {
        to: 'refused',
        carry: ({ own, projects, chosen }, { lines }) => ({ own, projects, chosen, lines }),
      },
    },
    refused: { ...choosing, plansLeft: { to: 'ready', carry: ({ own, projects }) => ({ own, projects }) } },
    failed: { ...arriving, plansWanted: { to: 'loading' } },
  },
  (): PlansState => freshPlans,
  events,
);

export const { plansArrived, plansFailed, planChosen, planTaken, planRefused, plansLeft } = plansSlice.actions;
