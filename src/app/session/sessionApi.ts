import type { AxiosInstance } from 'axios';
import { authPaths } from '../../contract/paths';
import type { SessionAnswer, SignIn, SignUp } from '../../contract/session';
import { answerWith, isRecord, isText } from '../http/answer';
import type { User } from './sessionStates';

/** The auth calls (specification, section 7). Each takes a signal last and rejects with an `ApiError`. */
export interface SessionApi {
  /** The signed-in person, or null when nobody is. */
  readonly read: (signal: AbortSignal) => Promise<User | null>;
  readonly signIn: (signIn: SignIn, signal: AbortSignal) => Promise<void>;
  readonly signUp: (signUp: SignUp, signal: AbortSignal) => Promise<void>;
  readonly signOut: (signal: AbortSignal) => Promise<void>;
  readonly updateUser: (update: { readonly name: string }, signal: AbortSignal) => Promise<void>;
}

function userIn(data: unknown): User | null {
  if (data === null) return null;
  const { user } = answerWith<SessionAnswer>(data, { user: isRecord });
  const { id, email, name } = answerWith<User>(user, { id: isText, email: isText });
  return { id, email, name };
}

export const sessionApi = (http: AxiosInstance): SessionApi => ({
  async read(signal) {
    return userIn((await http.get<unknown>(authPaths.getSession, { signal })).data);
  },
  async signIn(signIn, signal) {
    await http.post(authPaths.signInEmail, signIn, { signal });
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
