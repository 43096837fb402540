import type { AxiosInstance } from 'axios';
import type { Account } from '../../contract/account';
import type { GoogleConnection, GoogleConnectionAnswer, GoogleDisconnected } from '../../contract/google';
import { apiPaths, authPaths } from '../../contract/paths';
import type { RecoveryCodes, SecondFactorSetUp } from '../../contract/secondFactor';
import { answerWith, ask, isList, isRecord, isText } from '../http/answer';
import type { SetUp } from './secondFactorSlice';
import type { OpenSession } from './sessionsMachine';

/** Body of a change of password. */
export interface PasswordChange {
  readonly currentPassword: string;
  readonly newPassword: string;
}

/** A session as the auth server lists it; its token is used here alone and kept nowhere. */
interface ListedSession {
  readonly id: string;
  readonly token: string;
  readonly updatedAt: string;
  readonly ipAddress?: string | null;
  readonly userAgent?: string | null;
}

async function list(http: AxiosInstance, signal: AbortSignal): Promise<readonly ListedSession[]> {
  const { data } = await http.get<unknown>(authPaths.listSessions, { signal });
  const { sessions } = answerWith<{ sessions: readonly unknown[] }>({ sessions: data }, { sessions: isList });
  return sessions.map((session) => answerWith<ListedSession>(session, { id: isText, token: isText }));
}

/** Id of the session of this browser. */
async function currentId(http: AxiosInstance, signal: AbortSignal): Promise<string> {
  const request = { url: authPaths.getSession, signal };
  const { session } = await ask<{ session: object }>(http, request, { session: isRecord });
  return answerWith<{ id: string }>(session, { id: isText }).id;
}

const openSessionOf = ({ id, updatedAt, ipAddress, userAgent }: ListedSession, current: string): OpenSession => ({
  id,
  updatedAt,
  address: ipAddress ?? '',
  userAgent: userAgent ?? '',
  current: id === current,
});

const given = (password: string) => (password === '' ? {} : { password });

/** The calls of the account page. Each takes a signal last and rejects with an `ApiError`. */
export function accountApi(http: AxiosInstance) {
  const post = async (path: string, body: object, signal: AbortSignal): Promise<void> => {
    await http.post(path, body, { signal });
  };
  return {
    /** What goes with the account. */
    read: (signal: AbortSignal) =>
      ask<Account>(
        http,
        { url: apiPaths.account, signal },
        { projects: Number.isInteger, keys: Number.isInteger, secondFactor: isRecord },
      ),
    /** Where the person is signed in, this browser first. */
    sessions: async (signal: AbortSignal): Promise<readonly OpenSession[]> => {
      const [sessions, current] = await Promise.all([list(http, signal), currentId(http, signal)]);
      const open = sessions.map((session) => openSessionOf(session, current));
      return open.sort(
        (one, other) => Number(other.current) - Number(one.current) || other.updatedAt.localeCompare(one.updatedAt),
      );
    },
    /** Ends every other session too. */
    changePassword: (change: PasswordChange, signal: AbortSignal) =>
      post(authPaths.changePassword, { ...change, revokeOtherSessions: true }, signal),
    /** @param password empty until it is wanted */
    endSession: async (id: string, password: string, signal: AbortSignal): Promise<void> => {
      const { token } = (await list(http, signal)).find((session) => session.id === id) ?? {};
      if (token !== undefined) await post(authPaths.revokeSession, { token, ...given(password) }, signal);
    },
    /** @param password empty until it is wanted */
    endOtherSessions: (password: string, signal: AbortSignal) =>
      post(authPaths.revokeOtherSessions, given(password), signal),
    /** That of this browser too: the person is signed out afterwards. */
    endEverySession: (password: string, signal: AbortSignal) => post(authPaths.revokeSessions, given(password), signal),
    /** Makes a second factor, which counts when a code of it was confirmed. */
    setSecondFactorUp: async (password: string, signal: AbortSignal): Promise<SetUp> => {
      const request = { method: 'post', url: authPaths.enableSecondFactor, data: { password }, signal };
      const checks = { totpURI: isText, backupCodes: isList };
      const { totpURI, backupCodes } = await ask<SecondFactorSetUp>(http, request, checks);
      return { uri: totpURI, codes: backupCodes };
    },
    /** Turns it on, and ends every other session. */
    confirmSecondFactor: (code: string, signal: AbortSignal) => post(authPaths.verifyCode, { code }, signal),
    /** @returns the new ones */
    renewRecoveryCodes: async (password: string, signal: AbortSignal): Promise<readonly string[]> => {
      const request = { method: 'post', url: authPaths.renewRecoveryCodes, data: { password }, signal };
      return (await ask<RecoveryCodes>(http, request, { backupCodes: isList })).backupCodes;
    },
    turnSecondFactorOff: (password: string, signal: AbortSignal) =>
      post(authPaths.disableSecondFactor, { password }, signal),
    /** @param password empty for those who have none */
    remove: (password: string, signal: AbortSignal) => post(authPaths.deleteUser, given(password), signal),
  };
}

export type AccountApi = ReturnType<typeof accountApi>;

const isKnown = (value: unknown) => value === null || isRecord(value);
const isSaid = (value: unknown) => typeof value === 'boolean';

/** The person's Google account. Each call takes a signal last and rejects with an `ApiError`. */
export const googleApi = (http: AxiosInstance) => ({
  /** Null where none is connected. */
  read: async (signal: AbortSignal): Promise<GoogleConnection | null> => {
    const request = { url: apiPaths.googleConnection, signal };
    return (await ask<GoogleConnectionAnswer>(http, request, { connection: isKnown })).connection;
  },
  /** @returns whether Google has been told */
  disconnect: async (signal: AbortSignal): Promise<boolean> => {
    const request = { method: 'delete', url: apiPaths.googleConnection, signal };
    return (await ask<GoogleDisconnected>(http, request, { revoked: isSaid })).revoked;
  },
});
