import type { HookContext } from './hookContext';

/** The password that a call of the auth library came with; empty where there is none. */
export const passwordIn = (body: unknown): string =>
  typeof body === 'object' && body !== null && 'password' in body && typeof body.password === 'string'
    ? body.password
    : '';

/** The hash of somebody's password; undefined for people who have none. */
export async function passwordHashOf({ context }: HookContext, personId: string): Promise<string | undefined> {
  const accounts = await context.internalAdapter.findAccounts(personId);
  return accounts.find(({ providerId }) => providerId === 'credential')?.password ?? undefined;
}
