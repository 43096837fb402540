import { StartFailure } from '../refusal';
import { type AuthParts, createAuth } from './auth';
import { commonPasswordsOf } from './commonPasswords';

/**
 * Gives an account a new password and ends all its sessions.
 *
 * @throws StartFailure when there is no such account, or the password is too short, too long or too common
 */
export async function resetPassword(parts: AuthParts, email: string, password: string): Promise<void> {
  const { internalAdapter, password: passwords } = await createAuth(parts, false).$context;
  const found = await internalAdapter.findUserByEmail(email.toLowerCase(), { includeAccounts: true });
  if (found === null) throw new StartFailure(`There is no account ${email} on this server.`);
  const { minPasswordLength, maxPasswordLength } = passwords.config;
  if (password.length < minPasswordLength || password.length > maxPasswordLength) {
    throw new StartFailure(`A password has ${minPasswordLength} to ${maxPasswordLength} characters.`);
  }
  if (commonPasswordsOf(parts.settings)(password, [found.user.name, email])) {
    throw new StartFailure('This password is among the first that are tried. Choose another.');
  }
  const hash = await passwords.hash(password);
  if (found.accounts.some(({ providerId }) => providerId === 'credential')) {
    await internalAdapter.updatePassword(found.user.id, hash);
  } else {
    await internalAdapter.linkAccount({
      userId: found.user.id,
      providerId: 'credential',
      accountId: found.user.id,
      password: hash,
    });
  }
  await internalAdapter.deleteUserSessions(found.user.id);
}

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
