import { type Plan, planNames, type PlanName, plans } from '../../contract/plans';
import { selectAbout } from '../about/aboutSlice';
import type { RootState } from '../rootReducer';
import { freshPlans } from './plansSlice';

const plansOf = ({ plans = freshPlans }: RootState) => plans;

/** loading, ready, choosing, refused or failed. */
export const selectPlansPhase = (state: RootState) => plansOf(state).phase;

/** The person's plan; null where the server has none, undefined until it is known. */
export function selectOwnPlan(state: RootState): PlanName | null | undefined {
  const known = plansOf(state);
  return 'own' in known ? known.own : undefined;
}

/** The plan that holds for the person; undefined on a server without plans, and while that is not known. */
export function selectPlanLimits(state: RootState): Plan | undefined {
  const own = selectOwnPlan(state);
  return own === undefined || own === null ? undefined : plans[own];
}

/** How many projects the person has; undefined until it is known. */
export function selectOwnProjects(state: RootState): number | undefined {
  const known = plansOf(state);
  return 'own' in known ? known.projects : undefined;
}

/** Whether the server has no plans: its administrator sets the limits. */
export const selectHasNoPlans = (state: RootState) =>
  selectOwnPlan(state) === null || selectAbout(state)?.plans === 'unlimited';

/** Whether it is known if the server has plans, or will not be. */
export const selectKnowsPlans = (state: RootState) =>
  selectAbout(state) !== undefined || selectPlansPhase(state) !== 'loading';

/** The plan after the person's own; undefined where there is no larger one, and until one's own is known. */
export function selectRecommendedPlan(state: RootState): PlanName | undefined {
  const own = selectOwnPlan(state);
  return own === undefined || own === null ? undefined : planNames[planNames.indexOf(own) + 1];
}

/** The plan that is being chosen: its button loads. */
export function selectChoosing(state: RootState): PlanName | undefined {
  const known = plansOf(state);
  return known.phase === 'choosing' ? known.chosen : undefined;
}

const NONE: readonly string[] = [];

/** Why a plan cannot be chosen; empty unless it was tried. */
export function selectPlanRefusal(state: RootState, plan: PlanName): readonly string[] {
  const known = plansOf(state);
  return known.phase === 'refused' && known.chosen === plan ? known.lines : NONE;
}

/** Why the plan did not load. */
export function selectPlansFailure(state: RootState) {
  const known = plansOf(state);
  return known.phase === 'failed' ? known.failure : undefined;
}
