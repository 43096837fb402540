import Type, { type Static } from 'typebox';

/** The person's connected Google account. */
export const googleConnectionSchema = Type.Object({
  /** Empty if Google has not returned it. */
  email: Type.String(),
  /** ISO 8601. */
  connectedAt: Type.String(),
  /** Whether the consent was revoked at Google or has expired: sheets cannot be read with it any more. */
  withdrawn: Type.Boolean(),
  /** Whether the consent covers writing, not only reading. */
  writes: Type.Boolean(),
});
export type GoogleConnection = Static<typeof googleConnectionSchema>;

/** Response of `GET /api/google/connection`. */
export const googleConnectionAnswerSchema = Type.Object({
  connection: Type.Union([googleConnectionSchema, Type.Null()]),
});
export type GoogleConnectionAnswer = Static<typeof googleConnectionAnswerSchema>;

/** Response of `DELETE /api/google/connection`. */
export const googleDisconnectedSchema = Type.Object({
  /** Whether the token was also revoked at Google. The server deletes its copy in any case. */
  revoked: Type.Boolean(),
});
export type GoogleDisconnected = Static<typeof googleDisconnectedSchema>;

/**
 * Outcome of the consent screen: the parameter `google` of the URL to which the person returns.
 *
 * - `connected`: the account is connected
 * - `denied`: the person denied the consent
 * - `incomplete`: the person consented, but not to the access to sheets
 * - `expired`: Google's response came too late, twice, or in another browser
 * - `failed`: Google was unreachable or rejected the request
 */
export const googleOutcomes = ['connected', 'denied', 'incomplete', 'expired', 'failed'] as const;
export type GoogleOutcome = (typeof googleOutcomes)[number];

/** Name of that parameter. */
export const GOOGLE_OUTCOME = 'google';
