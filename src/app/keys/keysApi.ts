import type { AxiosInstance } from 'axios';
import type { ApiKey, KeyAnswer, KeyChange, KeysAnswer, MadeKey, NewKey } from '../../contract/keys';
import { apiPaths } from '../../contract/paths';
import { ask, isList, isRecord, isText } from '../http/answer';

/** Creates the calls about keys. Each takes a signal as its last argument and rejects with an `ApiError`. */
export const keysApi = (http: AxiosInstance) => ({
  /** Returns the keys of a project, newest first. */
  list: async (projectId: string, signal: AbortSignal): Promise<readonly ApiKey[]> => {
    return (await ask<KeysAnswer>(http, { url: apiPaths.projectKeys(projectId), signal }, { keys: isList })).keys;
  },
  make: (projectId: string, data: NewKey, signal: AbortSignal) => {
    const request = { method: 'post', url: apiPaths.projectKeys(projectId), data, signal };
    return ask<MadeKey>(http, request, { key: isRecord, secret: isText });
  },
  change: async (projectId: string, keyId: string, data: KeyChange, signal: AbortSignal): Promise<ApiKey> => {
    const request = { method: 'patch', url: apiPaths.projectKey(projectId, keyId), data, signal };
    return (await ask<KeyAnswer>(http, request, { key: isRecord })).key;
  },
  revoke: async (projectId: string, keyId: string, signal: AbortSignal): Promise<void> => {
    await http.delete(apiPaths.projectKey(projectId, keyId), { signal });
  },
});
