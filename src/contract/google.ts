import Type, { type Static } from 'typebox';

/** The person's Google account, as far as it is connected. */
export const googleConnectionSchema = Type.Object({
  /** Empty where Google has not told it. */
  email: Type.String(),
  /** ISO 8601. */
  connectedAt: Type.String(),
  /** Whether the consent has been withdrawn at Google, or has run out: sheets cannot be read with it any more. */
  withdrawn: Type.Boolean(),
  /** Whether sheets may be written to with it, and not only read. */
  writes: Type.Boolean(),
});
export type GoogleConnection = Static<typeof googleConnectionSchema>;

/** `GET /api/google/connection` */
export const googleConnectionAnswerSchema = Type.Object({
  connection: Type.Union([googleConnectionSchema, Type.Null()]),
});
export type GoogleConnectionAnswer = Static<typeof googleConnectionAnswerSchema>;

/** `DELETE /api/google/connection` */
export const googleDisconnectedSchema = Type.Object({
  /** Whether Google has been told. What the server knew is forgotten in any case. */
  revoked: Type.Boolean(),
});
export type GoogleDisconnected = Static<typeof googleDisconnectedSchema>;

/**
 * How asking for consent has ended: the parameter `google` of the address that the person comes back to.
 *
 * - `connected`: the account is connected
 * - `denied`: the person has said no
 * - `incomplete`: yes, but not to the sheets
 * - `expired`: the answer came too late, twice, or from elsewhere
 * - `failed`: Google could not be asked, or has refused
 */
export const googleOutcomes = ['connected', 'denied', 'incomplete', 'expired', 'failed'] as const;
export type GoogleOutcome = (typeof googleOutcomes)[number];

/** Name of that parameter. */
export const GOOGLE_OUTCOME = 'google';
