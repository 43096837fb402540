import type { PlanName } from '../../contract/plans';
import type { ApiFailure } from '../http/apiError';
import { createMachine, event, type EventsOf } from '../machine/createMachine';
import type { TransitionRow } from '../machine/transitionTable';
import { plansWanted } from './plansEvents';

/** The user's plan and number of projects. */
export interface OwnPlan {
  /** Null on a server without plans. */
  readonly own: PlanName | null;
  readonly projects: number;
}

/** Reasons why a plan was refused. */
export interface PlanRefusal {
  readonly lines: readonly string[];
}

/** The user's plan, and the request for another one. */
export type PlansState =
  | { readonly phase: 'loading' }
  | ({ readonly phase: 'ready' } & OwnPlan)
  | ({ readonly phase: 'choosing'; readonly chosen: PlanName } & OwnPlan)
  | ({ readonly phase: 'refused'; readonly chosen: PlanName } & OwnPlan & PlanRefusal)
  | { readonly phase: 'failed'; readonly failure: ApiFailure };

/** Initial state. */
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

/** The user's plan. Lazy-loaded. A loaded plan stays during a reload; one request for another plan at a time. */
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
