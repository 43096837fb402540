import { getSessionFromCtx } from 'better-auth/api';
import type { HookContext } from '../hookContext';

/** The auth library’s name of the cookie between the two steps. */
const CHALLENGE_COOKIE = 'two_factor';

/** Who is signed in, or has just been. */
export async function signedInAs(context: HookContext): Promise<{ id: string; email: string } | undefined> {
  return (context.context.newSession ?? (await getSessionFromCtx(context)))?.user;
}

/**
 * Whose code a call brings: of who is signed in, or else of who gave the right password in this browser a moment ago. The auth
 * library looks in the same order.
 *
 * @returns undefined where it is nobody’s
 */
export async function whoseCode(context: HookContext): Promise<string | undefined> {
  const signedIn = await signedInAs(context);
  if (signedIn !== undefined) return signedIn.id;
  const { name } = context.context.createAuthCookie(CHALLENGE_COOKIE);
  const challenge = await context.getSignedCookie(name, context.context.secret);
  if (!challenge) return undefined;
  return (await context.context.internalAdapter.findVerificationValue(challenge))?.value;
}
