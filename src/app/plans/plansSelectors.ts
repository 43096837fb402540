import { type Plan, planNames, type PlanName, plans } from '../../contract/plans';
import { selectAbout } from '../about/aboutSlice';
import { fieldsOf } from '../machine/transitionTable';
import type { RootState } from '../rootReducer';
import { freshPlans } from './plansSlice';

const plansOf = ({ plans = freshPlans }: RootState) => plans;

/** Returns loading, ready, choosing, refused or failed. */
export const selectPlansPhase = (state: RootState) => plansOf(state).phase;

/** Returns the user's plan; null on a server without plans, undefined until it is loaded. */
export const selectOwnPlan = (state: RootState) => fieldsOf(plansOf(state)).own;

/** Returns the limits of the user's plan; undefined on a server without plans, and until it is loaded. */
export function selectPlanLimits(state: RootState): Plan | undefined {
  const own = selectOwnPlan(state);
  return own ? plans[own] : undefined;
}

/** Returns the number of the user's projects; undefined until it is loaded. */
export const selectOwnProjects = (state: RootState) => fieldsOf(plansOf(state)).projects;

/** Returns whether the server has no plans: its administrator sets the limits. */
export const selectHasNoPlans = (state: RootState) =>
  selectOwnPlan(state) === null || selectAbout(state)?.plans === 'unlimited';

/** Returns whether the page can be shown: it is known whether the server has plans, or a request has failed. */
export const selectKnowsPlans = (state: RootState) =>
  selectAbout(state) !== undefined || selectPlansPhase(state) !== 'loading';

/** Returns the next larger plan; undefined if there is none, and until the user's plan is loaded. */
export function selectRecommendedPlan(state: RootState): PlanName | undefined {
  const own = selectOwnPlan(state);
  return own ? planNames[planNames.indexOf(own) + 1] : undefined;
}

/** Returns the plan being requested: its button is then loading. */
export function selectChoosing(state: RootState): PlanName | undefined {
  const current = plansOf(state);
  return current.phase === 'choosing' ? current.chosen : undefined;
}

const NONE: readonly string[] = [];

/** Returns the reasons why a plan was refused; empty if it was not. */
export function selectPlanRefusal(state: RootState, plan: PlanName): readonly string[] {
  const current = plansOf(state);
  return current.phase === 'refused' && current.chosen === plan ? current.lines : NONE;
}

/** Returns why the user's plan could not be loaded. */
export const selectPlansFailure = (state: RootState) => fieldsOf(plansOf(state)).failure;
