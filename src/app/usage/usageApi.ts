import type { AxiosInstance } from 'axios';
import { apiPaths } from '../../contract/paths';
import type { UsageAnswer } from '../../contract/usage';
import { ask, isList, isRecord } from '../http/answer';
import type { UsageQuestion } from './usageSlice';

const checks = {
  days: isList,
  endpoints: isList,
  series: isRecord,
  now: isRecord,
  before: isRecord,
  plan: isRecord,
};

/** Creates the call that reads usage. It takes a signal as its last argument and rejects with an `ApiError`. */
export const usageApi = (http: AxiosInstance) => ({
  read: ({ days, projectId }: UsageQuestion, signal: AbortSignal) => {
    const params = { days, ...(projectId !== null && { projectId }) };
    return ask<UsageAnswer>(http, { url: apiPaths.usage, params, signal }, checks);
  },
});
