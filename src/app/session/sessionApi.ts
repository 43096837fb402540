import type { AxiosInstance } from 'axios';
import { authPaths } from '../../contract/paths';
import type { SignInAnswer } from '../../contract/secondFactor';
import type { SessionAnswer, SignIn, SignUp } from '../../contract/session';
import { answerWith, isText } from '../http/answer';
import type { CodeKind } from './authFormSlice';
import type { User } from './sessionSlice';

/** The auth calls (specification, section 7). Each takes a signal last and rejects with an `ApiError`. */
export interface SessionApi {
  /** The signed-in person, or null when nobody is. */
  readonly read: (signal: AbortSignal) => Promise<User | null>;
  /** @returns whether a code has to follow: nobody is signed in before */
  readonly signIn: (signIn: SignIn, signal: AbortSignal) => Promise<boolean>;
  /** The second step of signing in. */
  readonly giveCode: (code: string, kind: CodeKind, signal: AbortSignal) => Promise<void>;
  readonly signUp: (signUp: SignUp, signal: AbortSignal) => Promise<void>;
  readonly signOut: (signal: AbortSignal) => Promise<void>;
  readonly updateUser: (update: { readonly name: string }, signal: AbortSignal) => Promise<void>;
}

function userIn(data: unknown): User | null {
  if (data === null) return null;
  const { user, secondFactorMissing } = data as SessionAnswer;
  const { id, email, name } = answerWith<User>(user, { id: isText, email: isText });
  return { id, email, name, ...(secondFactorMissing && { secondFactorMissing }) };
}

export const sessionApi = (http: AxiosInstance): SessionApi => ({
  async read(signal) {
    return userIn((await http.get<unknown>(authPaths.getSession, { signal })).data);
  },
  async signIn(signIn, signal) {
    const { data } = await http.post<SignInAnswer | null>(authPaths.signInEmail, signIn, { signal });
    return data?.twoFactorRedirect === true;
  },
  async giveCode(code, kind, signal) {
    await http.post(kind === 'app' ? authPaths.verifyCode : authPaths.verifyRecoveryCode, { code }, { signal });
  },
  async signUp(signUp, signal) {
    await http.post(authPaths.signUpEmail, signUp, { signal });
  },
  async signOut(signal) {
    await http.post(authPaths.signOut, {}, { signal });
  },
  async updateUser(update, signal) {
    await http.post(authPaths.updateUser, update, { signal });
  },
});
