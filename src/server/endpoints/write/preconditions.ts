import type { FastifyRequest } from 'fastify';
import { Refusal } from '../../refusal';

/** What a write could depend on besides `If-Match`: it is refused, as whoever sends it counts on it (RFC 9110, section 13.1). */
const OTHERS = { 'if-none-match': 'If-None-Match', 'if-unmodified-since': 'If-Unmodified-Since' } as const;

/** @throws Refusal `invalid_request` for a condition that writes do not know */
export function refuseOtherConditions({ headers }: Pick<FastifyRequest, 'headers'>): void {
  for (const [name, field] of Object.entries(OTHERS)) {
    if (headers[name] === undefined) continue;
    throw new Refusal('invalid_request', `A write cannot depend on ${field}. Nothing was written.`, {
      hint: 'Send the row’s ETag as If-Match: the row is only written while it is what it was.',
      errors: [{ field, detail: 'Only If-Match is known here.' }],
    });
  }
}

/** @throws Refusal `invalid_request` for `If-Match` where no single row is meant */
export function refuseIfMatch({ headers }: Pick<FastifyRequest, 'headers'>): void {
  if (headers['if-match'] === undefined) return;
  throw new Refusal('invalid_request', 'If-Match goes with the address of one row.', {
    hint: 'Put the row’s _id into the address, or leave If-Match out.',
    errors: [{ field: 'If-Match', detail: 'This address names several rows.' }],
  });
}
