import type { AxiosInstance } from 'axios';
import { apiPaths } from '../../contract/paths';
import type { UsageAnswer } from '../../contract/usage';
import { answerWith, isList, isRecord } from '../http/answer';
import type { UsageQuestion } from './usageSlice';

/** What usage is asked with. It takes a signal last and rejects with an `ApiError`. */
export interface UsageApi {
  readonly read: (question: UsageQuestion, signal: AbortSignal) => Promise<UsageAnswer>;
}

export const usageApi = (http: AxiosInstance): UsageApi => ({
  async read({ days, projectId }, signal) {
    const params = { days, ...(projectId !== null && { projectId }) };
    const { data } = await http.get<unknown>(apiPaths.usage, { params, signal });
    const checks = {
      days: isList,
      endpoints: isList,
      series: isRecord,
      now: isRecord,
      before: isRecord,
      plan: isRecord,
    };
    return answerWith<UsageAnswer>(data, checks);
  },
});
