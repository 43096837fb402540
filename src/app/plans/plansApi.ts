import type { AxiosInstance } from 'axios';
import { apiPaths } from '../../contract/paths';
import type { PlansAnswer } from '../../contract/planCalls';
import type { PlanName } from '../../contract/plans';
import { ask, isRecord, isText } from '../http/answer';

const checks = { mode: isText, plan: (plan: unknown) => plan === null || isText(plan), used: isRecord };

/** Creates the calls about plans. Each takes a signal as its last argument and rejects with an `ApiError`. */
export const plansApi = (http: AxiosInstance) => ({
  read: (signal: AbortSignal) => ask<PlansAnswer>(http, { url: apiPaths.plans, signal }, checks),
  choose: (plan: PlanName, signal: AbortSignal) =>
    ask<PlansAnswer>(http, { method: 'put', url: apiPaths.plan, data: { plan }, signal }, checks),
});
