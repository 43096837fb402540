import Type, { type Static } from 'typebox';

/** `GET /api/account`: what goes with a person's account. */
export const accountSchema = Type.Object({
  projects: Type.Integer(),
  /** API keys that have not been revoked, of all their projects. */
  keys: Type.Integer(),
  /** Whether the person signs in with a password; deleting the account then asks for it. */
  hasPassword: Type.Boolean(),
});
export type Account = Static<typeof accountSchema>;
