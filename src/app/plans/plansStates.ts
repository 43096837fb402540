import type { PlanName } from '../../contract/plans';
import type { ApiFailure } from '../http/apiError';

/** Somebody's plan as it is known here: null where the server has none. */
export interface OwnPlan {
  readonly own: PlanName | null;
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

/** What can happen to it, with what comes along. */
export interface PlansEvents {
  readonly plansWanted: unknown;
  readonly plansArrived: OwnPlan;
  readonly plansFailed: { readonly failure: ApiFailure };
  readonly planChosen: { readonly plan: PlanName };
  readonly planTaken: OwnPlan;
  readonly planRefused: PlanRefusal;
  readonly plansLeft: void;
  readonly sessionEnded: unknown;
}
