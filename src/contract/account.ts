import Type, { type Static } from 'typebox';

/** `GET /api/account`: what goes with a person's account. */
export const accountSchema = Type.Object({
  projects: Type.Integer(),
  /** API keys that have not been revoked, of all their projects. */
  keys: Type.Integer(),
  /** Whether the person signs in with a password; deleting the account then asks for it. */
  hasPassword: Type.Boolean(),
  secondFactor: Type.Object({
    on: Type.Boolean(),
    /** Whether this server asks everybody for one; it is then not turned off. */
    required: Type.Boolean(),
    /** Recovery codes that have not been used. */
    recoveryCodes: Type.Integer(),
  }),
});
export type Account = Static<typeof accountSchema>;
