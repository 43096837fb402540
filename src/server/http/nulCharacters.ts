import type { FastifyInstance } from 'fastify';
import { nothingHere } from '../problems';

/** A character that SQLite keeps and no text of PostgreSQL does: nothing is named with it, whichever database there is. */
export const NUL = '\0';

/** Whether a text, or one anywhere in a value of JSON, holds NUL. */
export function holdsNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes(NUL);
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([name, one]) => name.includes(NUL) || holdsNul(one));
}

/** Lets nobody look for what cannot be there: an address with NUL in it is nobody's. */
export function refuseNulInAddresses(scope: FastifyInstance): void {
  scope.addHook('preValidation', async ({ params }) => {
    if (holdsNul(params)) throw nothingHere();
  });
}
