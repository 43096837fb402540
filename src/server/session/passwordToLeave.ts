import { APIError, getSessionFromCtx } from 'better-auth/api';
import type { HookContext } from './hookContext';

/** The one body this looks into. */
const passwordIn = (body: unknown) =>
  typeof body === 'object' && body !== null && 'password' in body && typeof body.password === 'string'
    ? body.password
    : '';

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
  const accounts = await context.context.internalAdapter.findAccounts(session.user.id);
  if (!accounts.some(({ providerId }) => providerId === 'credential')) return;
  throw new APIError('BAD_REQUEST', {
    message: 'Enter your password to delete your account.',
    code: 'PASSWORD_REQUIRED',
  });
}
