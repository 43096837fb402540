import { StartFailure } from '../../startFailure';
import { type AuthParts, createAuth } from '../auth';

/**
 * Turns the second factor of somebody off who has lost it and every recovery code, and ends all their sessions: whoever runs the
 * server has seen to it that it is them.
 *
 * @returns id of the person, for the log
 * @throws StartFailure when there is no such account, or it has no second factor
 */
export async function turnSecondFactorOff(parts: AuthParts, email: string): Promise<string> {
  const { internalAdapter, adapter } = await createAuth(parts, false).$context;
  const found = await internalAdapter.findUserByEmail(email.toLowerCase());
  if (found === null) throw new StartFailure(`There is no account ${email} on this server.`);
  const { id } = found.user;
  const wereRemoved = await adapter.deleteMany({ model: 'twoFactor', where: [{ field: 'userId', value: id }] });
  const { twoFactorEnabled } = found.user as { twoFactorEnabled?: boolean };
  if (twoFactorEnabled !== true && wereRemoved === 0) {
    throw new StartFailure(`${email} signs in with a password alone. Nothing was changed.`);
  }
  await internalAdapter.updateUser(id, { twoFactorEnabled: false });
  await internalAdapter.deleteUserSessions(id);
  return id;
}
