import type { AxiosInstance } from 'axios';
import { authPaths } from '../../contract/paths';
import type { SignInAnswer } from '../../contract/secondFactor';
import type { SessionAnswer, SignIn, SignUp } from '../../contract/session';
import { answerWith, isText } from '../http/answer';
import type { CodeKind } from './authFormSlice';
import type { User } from './sessionSlice';

function userIn(data: unknown): User | null {
  if (data === null) return null;
  const { user, secondFactorMissing } = data as SessionAnswer;
  const { id, email, name } = answerWith<User>(user, { id: isText, email: isText });
  return { id, email, name, ...(secondFactorMissing && { secondFactorMissing }) };
}

/** Creates the auth calls (specification, section 7). Each takes a signal as its last argument and rejects with an `ApiError`. */
export function sessionApi(http: AxiosInstance) {
  const post = async (path: string, body: object, signal: AbortSignal): Promise<void> => {
    await http.post(path, body, { signal });
  };
  return {
    /** Returns the signed-in user, or null. */
    read: async (signal: AbortSignal): Promise<User | null> => {
      const { data } = await http.get<unknown>(authPaths.getSession, { signal });
      return userIn(data);
    },
    /** @returns whether a code is required: the user is not signed in before it */
    signIn: async (signIn: SignIn, signal: AbortSignal): Promise<boolean> => {
      const { data } = await http.post<SignInAnswer | null>(authPaths.signInEmail, signIn, { signal });
      return data?.twoFactorRedirect === true;
    },
    /** Submits the code of the second step. */
    giveCode: (code: string, kind: CodeKind, signal: AbortSignal) =>
      post(kind === 'app' ? authPaths.verifyCode : authPaths.verifyRecoveryCode, { code }, signal),
    signUp: (signUp: SignUp, signal: AbortSignal) => post(authPaths.signUpEmail, signUp, signal),
    signOut: (signal: AbortSignal) => post(authPaths.signOut, {}, signal),
    updateUser: (update: { readonly name: string }, signal: AbortSignal) => post(authPaths.updateUser, update, signal),
  };
}

export type SessionApi = ReturnType<typeof sessionApi>;
