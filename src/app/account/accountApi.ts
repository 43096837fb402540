import type { AxiosInstance } from 'axios';
import type { Account } from '../../contract/account';
import type { GoogleConnection, GoogleConnectionAnswer, GoogleDisconnected } from '../../contract/google';
import { apiPaths, authPaths } from '../../contract/paths';
import type { RecoveryCodes, SecondFactorSetUp } from '../../contract/secondFactor';
import { answerWith, ask, isList, isRecord, isText } from '../http/answer';
import type { SetUp } from './secondFactorSlice';
import type { OpenSession } from './sessionsMachine';

/** Body of a password change. */
export interface PasswordChange {
  readonly currentPassword: string;
  readonly newPassword: string;
}

/** A session as listed by the auth server; its token is used only here and never stored. */
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

/** Returns the id of this browser's session. */
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

const passwordBody = (password: string) => (password === '' ? {} : { password });

/** Creates the calls of the account page. Each takes a signal as its last argument and rejects with an `ApiError`. */
export function accountApi(http: AxiosInstance) {
  const post = async (path: string, body: object, signal: AbortSignal): Promise<void> => {
    await http.post(path, body, { signal });
  };
  return {
    /** Returns the summary of the account: numbers of projects and keys, two-step sign-in, whether it has a password. */
    read: (signal: AbortSignal) =>
      ask<Account>(
        http,
        { url: apiPaths.account, signal },
        { projects: Number.isInteger, keys: Number.isInteger, secondFactor: isRecord },
      ),
    /** Returns the user's sessions: first that of this browser, then the others, last used first. */
    sessions: async (signal: AbortSignal): Promise<readonly OpenSession[]> => {
      const [sessions, current] = await Promise.all([list(http, signal), currentId(http, signal)]);
      const open = sessions.map((session) => openSessionOf(session, current));
      return open.sort((a, b) => Number(b.current) - Number(a.current) || b.updatedAt.localeCompare(a.updatedAt));
    },
    /** Changes the password, and ends every other session. */
    changePassword: (change: PasswordChange, signal: AbortSignal) =>
      post(authPaths.changePassword, { ...change, revokeOtherSessions: true }, signal),
    /** @param password empty unless the server requires it */
    endSession: async (id: string, password: string, signal: AbortSignal): Promise<void> => {
      const { token } = (await list(http, signal)).find((session) => session.id === id) ?? {};
      if (token !== undefined) await post(authPaths.revokeSession, { token, ...passwordBody(password) }, signal);
    },
    /** @param password empty unless the server requires it */
    endOtherSessions: (password: string, signal: AbortSignal) =>
      post(authPaths.revokeOtherSessions, passwordBody(password), signal),
    /** Ends every session, also that of this browser: the user is signed out afterwards. */
    endEverySession: (password: string, signal: AbortSignal) =>
      post(authPaths.revokeSessions, passwordBody(password), signal),
    /** Creates a second factor, which takes effect once one of its codes is confirmed. */
    setSecondFactorUp: async (password: string, signal: AbortSignal): Promise<SetUp> => {
      const request = { method: 'post', url: authPaths.enableSecondFactor, data: { password }, signal };
      const checks = { totpURI: isText, backupCodes: isList };
      const { totpURI, backupCodes } = await ask<SecondFactorSetUp>(http, request, checks);
      return { uri: totpURI, codes: backupCodes };
    },
    /** Turns two-step sign-in on, and ends every other session. */
    confirmSecondFactor: (code: string, signal: AbortSignal) => post(authPaths.verifyCode, { code }, signal),
    /** @returns the new recovery codes */
    renewRecoveryCodes: async (password: string, signal: AbortSignal): Promise<readonly string[]> => {
      const request = { method: 'post', url: authPaths.renewRecoveryCodes, data: { password }, signal };
      return (await ask<RecoveryCodes>(http, request, { backupCodes: isList })).backupCodes;
    },
    turnSecondFactorOff: (password: string, signal: AbortSignal) =>
      post(authPaths.disableSecondFactor, { password }, signal),
    /** Deletes the account. @param password empty if the account has none */
    remove: (password: string, signal: AbortSignal) => post(authPaths.deleteUser, passwordBody(password), signal),
  };
}

export type AccountApi = ReturnType<typeof accountApi>;

const isRecordOrNull = (value: unknown) => value === null || isRecord(value);
const isBoolean = (value: unknown) => typeof value === 'boolean';

/** Creates the calls about the user's Google account. Each takes a signal as its last argument and rejects with an `ApiError`. */
export const googleApi = (http: AxiosInstance) => ({
  /** Returns the connected Google account, or null. */
  read: async (signal: AbortSignal): Promise<GoogleConnection | null> => {
    const request = { url: apiPaths.googleConnection, signal };
    return (await ask<GoogleConnectionAnswer>(http, request, { connection: isRecordOrNull })).connection;
  },
  /** @returns whether the access was revoked at Google too */
  disconnect: async (signal: AbortSignal): Promise<boolean> => {
    const request = { method: 'delete', url: apiPaths.googleConnection, signal };
    return (await ask<GoogleDisconnected>(http, request, { revoked: isBoolean })).revoked;
  },
});
