import Type, { type Static } from 'typebox';
import { oneOf } from './schemaParts';

/** `GET /api/about`: what a visitor may know of this server. */
export const aboutSchema = Type.Object({
  version: Type.String(),
  googleConfigured: Type.Boolean(),
  plans: oneOf(['unlimited', 'tiered']),
  signUps: oneOf(['open', 'closed']),
  /** Bytes. */
  uploadLimit: Type.Integer(),
  /** Where the privacy policy and the rest of the marketing site are. */
  marketingUrl: Type.String(),
  /** Origin of this server's own `/spreadsheets/d/{id}` URLs. */
  sheetOrigin: Type.String(),
});
export type About = Static<typeof aboutSchema>;
