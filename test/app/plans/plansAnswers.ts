import type { PlansAnswer } from '../../../src/contract/planCalls';
import { DRIVE_BYTES, planNames, plans, type PlanName } from '../../../src/contract/plans';

/** The response of a server with plans. */
export const plansAnswer = (plan: PlanName | null): PlansAnswer => ({
  mode: plan === null ? 'unlimited' : 'tiered',
  plan,
  plans: planNames.map((id) => ({ id, ...plans[id] })),
  driveBytes: DRIVE_BYTES,
  used: { projects: 6, requestsThisMonth: 0, rowsPerTab: 7, drive: 0 },
});
