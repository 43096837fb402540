import type { AxiosInstance } from 'axios';
import type { ApiKey, KeyAnswer, KeyChange, KeysAnswer, MadeKey, NewKey } from '../../contract/keys';
import { apiPaths } from '../../contract/paths';
import { answerWith, isList, isRecord, isText } from '../http/answer';

/** The calls about keys. Each takes a signal last and rejects with an `ApiError`. */
export interface KeysApi {
  /** The keys of a project, newest first. */
  readonly list: (projectId: string, signal: AbortSignal) => Promise<readonly ApiKey[]>;
  readonly make: (projectId: string, wish: NewKey, signal: AbortSignal) => Promise<MadeKey>;
  readonly change: (projectId: string, keyId: string, change: KeyChange, signal: AbortSignal) => Promise<ApiKey>;
  readonly revoke: (projectId: string, keyId: string, signal: AbortSignal) => Promise<void>;
}

export const keysApi = (http: AxiosInstance): KeysApi => ({
  async list(projectId, signal) {
    const { data } = await http.get<unknown>(apiPaths.projectKeys(projectId), { signal });
    return answerWith<KeysAnswer>(data, { keys: isList }).keys;
  },
  async make(projectId, wish, signal) {
    const { data } = await http.post<unknown>(apiPaths.projectKeys(projectId), wish, { signal });
    return answerWith<MadeKey>(data, { key: isRecord, secret: isText });
  },
  async change(projectId, keyId, change, signal) {
    const { data } = await http.patch<unknown>(apiPaths.projectKey(projectId, keyId), change, { signal });
    return answerWith<KeyAnswer>(data, { key: isRecord }).key;
  },
  async revoke(projectId, keyId, signal) {
    await http.delete(apiPaths.projectKey(projectId, keyId), { signal });
  },
});
