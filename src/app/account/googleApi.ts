import type { AxiosInstance } from 'axios';
import type { GoogleConnection, GoogleConnectionAnswer, GoogleDisconnected } from '../../contract/google';
import { apiPaths } from '../../contract/paths';
import { answerWith, isRecord } from '../http/answer';

/** The person's Google account. Each call takes a signal last and rejects with an `ApiError`. */
export interface GoogleApi {
  /** Null where none is connected. */
  readonly read: (signal: AbortSignal) => Promise<GoogleConnection | null>;
  /** @returns whether Google has been told */
  readonly disconnect: (signal: AbortSignal) => Promise<boolean>;
}

export const googleApi = (http: AxiosInstance): GoogleApi => ({
  async read(signal) {
    const { data } = await http.get<unknown>(apiPaths.googleConnection, { signal });
    const known = (value: unknown) => value === null || isRecord(value);
    return answerWith<GoogleConnectionAnswer>(data, { connection: known }).connection;
  },
  async disconnect(signal) {
    const { data } = await http.delete<unknown>(apiPaths.googleConnection, { signal });
    return answerWith<GoogleDisconnected>(data, { revoked: (value) => typeof value === 'boolean' }).revoked;
  },
});
