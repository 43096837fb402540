import { APIError, getSessionFromCtx } from 'better-auth/api';
import { passwordHashOf, passwordIn } from './givenPassword';
import type { HookContext } from './hookContext';

/**
 * Deleting an account asks for its password. Better Auth alone would take a session younger than a day instead; that stays
 * for those who have no password.
 *
 * @throws APIError 400 without it
 */
export async function passwordToLeave(context: HookContext): Promise<void> {
  if (context.path !== '/delete-user' || passwordIn(context.body) !== '') return;
  const session = await getSessionFromCtx(context);
  if (session === null) return;
  if ((await passwordHashOf(context, session.user.id)) === undefined) return;
  throw new APIError('BAD_REQUEST', {
    message: 'Enter your password to delete your account.',
    code: 'PASSWORD_REQUIRED',
  });
}
