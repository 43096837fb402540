import Type, { type Static } from 'typebox';

/** Response of `GET /api/account`: facts of the account, and what its deletion would delete. */
export const accountSchema = Type.Object({
  projects: Type.Integer(),
  /** Number of active API keys in all projects. */
  keys: Type.Integer(),
  /** Whether the account has a password; deleting the account then requires it. */
  hasPassword: Type.Boolean(),
  secondFactor: Type.Object({
    on: Type.Boolean(),
    /** Whether this server requires one of everybody; it cannot be turned off then. */
    required: Type.Boolean(),
    /** Number of unused recovery codes. */
    recoveryCodes: Type.Integer(),
  }),
});
export type Account = Static<typeof accountSchema>;
