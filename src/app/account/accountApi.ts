import type { AxiosInstance } from 'axios';
import type { Account } from '../../contract/account';
import type { GoogleConnection, GoogleConnectionAnswer, GoogleDisconnected } from '../../contract/google';
import { apiPaths, authPaths } from '../../contract/paths';
import type { RecoveryCodes, SecondFactorSetUp } from '../../contract/secondFactor';
import { answerWith, isList, isRecord, isText } from '../http/answer';
import type { SetUp } from './secondFactorSlice';
import type { OpenSession } from './sessionsMachine';

/** Body of a change of password. */
export interface PasswordChange {
  readonly currentPassword: string;
  readonly newPassword: string;
}

/** The calls of the account page. Each takes a signal last and rejects with an `ApiError`. */
export interface AccountApi {
  /** What goes with the account. */
  readonly read: (signal: AbortSignal) => Promise<Account>;
  /** Where the person is signed in, this browser first. */
  readonly sessions: (signal: AbortSignal) => Promise<readonly OpenSession[]>;
  /** Ends every other session too. */
  readonly changePassword: (change: PasswordChange, signal: AbortSignal) => Promise<void>;
  /** @param password empty until it is wanted */
  readonly endSession: (id: string, password: string, signal: AbortSignal) => Promise<void>;
  /** @param password empty until it is wanted */
  readonly endOtherSessions: (password: string, signal: AbortSignal) => Promise<void>;
  /** That of this browser too: nobody is signed in afterwards. */
  readonly endEverySession: (password: string, signal: AbortSignal) => Promise<void>;
  /** Makes a second factor, which counts when {@link confirmSecondFactor} has had a code of it. */
  readonly setSecondFactorUp: (password: string, signal: AbortSignal) => Promise<SetUp>;
  /** Turns it on, and ends every other session. */
  readonly confirmSecondFactor: (code: string, signal: AbortSignal) => Promise<void>;
  /** @returns the new ones */
  readonly renewRecoveryCodes: (password: string, signal: AbortSignal) => Promise<readonly string[]>;
  readonly turnSecondFactorOff: (password: string, signal: AbortSignal) => Promise<void>;
  /** @param password empty for those who have none */
  readonly remove: (password: string, signal: AbortSignal) => Promise<void>;
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
  const { data } = await http.get<unknown>(authPaths.getSession, { signal });
  const { session } = answerWith<{ session: object }>(data, { session: isRecord });
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

export const accountApi = (http: AxiosInstance): AccountApi => ({
  async read(signal) {
    const { data } = await http.get<unknown>(apiPaths.account, { signal });
    return answerWith<Account>(data, {
      projects: Number.isInteger,
      keys: Number.isInteger,
      secondFactor: isRecord,
    });
  },
  async sessions(signal) {
    const [sessions, current] = await Promise.all([list(http, signal), currentId(http, signal)]);
    const open = sessions.map((session) => openSessionOf(session, current));
    return open.sort(
      (one, other) => Number(other.current) - Number(one.current) || other.updatedAt.localeCompare(one.updatedAt),
    );
  },
  async changePassword(change, signal) {
    await http.post(authPaths.changePassword, { ...change, revokeOtherSessions: true }, { signal });
  },
  async endSession(id, password, signal) {
    const { token } = (await list(http, signal)).find((session) => session.id === id) ?? {};
    if (token !== undefined) await http.post(authPaths.revokeSession, { token, ...given(password) }, { signal });
  },
  async endOtherSessions(password, signal) {
    await http.post(authPaths.revokeOtherSessions, given(password), { signal });
  },
  async endEverySession(password, signal) {
    await http.post(authPaths.revokeSessions, given(password), { signal });
  },
  async setSecondFactorUp(password, signal) {
    const { data } = await http.post<unknown>(authPaths.enableSecondFactor, { password }, { signal });
    const { totpURI, backupCodes } = answerWith<SecondFactorSetUp>(data, { totpURI: isText, backupCodes: isList });
    return { uri: totpURI, codes: backupCodes };
  },
  async confirmSecondFactor(code, signal) {
    await http.post(authPaths.verifyCode, { code }, { signal });
  },
  async renewRecoveryCodes(password, signal) {
    const { data } = await http.post<unknown>(authPaths.renewRecoveryCodes, { password }, { signal });
    return answerWith<RecoveryCodes>(data, { backupCodes: isList }).backupCodes;
  },
  async turnSecondFactorOff(password, signal) {
    await http.post(authPaths.disableSecondFactor, { password }, { signal });
  },
  async remove(password, signal) {
    await http.post(authPaths.deleteUser, given(password), { signal });
  },
});

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
