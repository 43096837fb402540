import Type, { type Static } from 'typebox';
import { oneOf } from './schemaParts';

/** Response of `GET /api/about`: public facts of this server. */
export const aboutSchema = Type.Object({
  version: Type.String(),
  googleConfigured: Type.Boolean(),
  plans: oneOf(['unlimited', 'tiered']),
  signUps: oneOf(['open', 'closed']),
  /** Maximum size of an upload, in bytes. */
  uploadLimit: Type.Integer(),
  /** URL of the marketing site, which has the privacy policy. */
  marketingUrl: Type.String(),
  /** Origin of this server's own `/spreadsheets/d/{id}` URLs. */
  sheetOrigin: Type.String(),
});
export type About = Static<typeof aboutSchema>;
