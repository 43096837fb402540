import type { AxiosInstance } from 'axios';
import { apiPaths } from '../../contract/paths';
import type { PlansAnswer } from '../../contract/planCalls';
import type { PlanName } from '../../contract/plans';
import { answerWith, isRecord, isText } from '../http/answer';

/** The calls about plans. Each takes a signal last and rejects with an `ApiError`. */
export interface PlansApi {
  readonly read: (signal: AbortSignal) => Promise<PlansAnswer>;
  readonly choose: (plan: PlanName, signal: AbortSignal) => Promise<PlansAnswer>;
}

const answerOf = (data: unknown) =>
  answerWith<PlansAnswer>(data, { mode: isText, plan: (plan) => plan === null || isText(plan), used: isRecord });

export const plansApi = (http: AxiosInstance): PlansApi => ({
  async read(signal) {
    const { data } = await http.get<unknown>(apiPaths.plans, { signal });
    return answerOf(data);
  },
  async choose(plan, signal) {
    const { data } = await http.put<unknown>(apiPaths.plan, { plan }, { signal });
    return answerOf(data);
  },
});
