import type { FastifyRequest } from 'fastify';
import type { ProblemCode } from '../../contract/problems';
import { pathOf } from './logging';
import { sparingLog } from './sparingLog';

type Event = 'authentication' | 'authorisation' | 'forgery' | 'limit' | 'input';

/** Problems that tell of somebody who may not, or of an attempt at a guard; all others are everyday mistakes. */
const EVENTS: Partial<Record<ProblemCode, Event>> = {
  signed_out: 'authentication',
  key_required: 'authentication',
  unknown_key: 'authentication',
  missing_scope: 'authorisation',
  origin_refused: 'authorisation',
  outdated_key: 'authorisation',
  second_factor_required: 'authorisation',
  cross_site_request: 'forgery',
  too_many_requests: 'limit',
  malformed_request: 'input',
  unsafe_workbook: 'input',
};

/** What is not there for a person may be there for another one: the two are not told apart in answers, nor here. */
const eventOf = ({ person }: Partial<Pick<FastifyRequest, 'person'>>, code: ProblemCode): Event | undefined =>
  code === 'not_found' && person !== undefined ? 'authorisation' : EVENTS[code];

/**
 * Writes down that a request was refused for safety's sake (ASVS 5.0, 16.3.2 and 16.3.3): what was refused, from where, and
 * whose session or key it was, by their ids. All of them are counted in the metrics; the log has them sparingly.
 */
export function noteSecurityEvent(request: FastifyRequest, code: ProblemCode): void {
  const event = eventOf(request, code);
  if (event === undefined) return;
  const { method, url, ip } = request;
  const person = (request as Partial<FastifyRequest>).person?.id;
  const key = (request as Partial<FastifyRequest>).presented?.key?.id;
  const line = { event, outcome: code, address: ip, method, path: pathOf(url), person, key };
  sparingLog.warn(request.log, line, 'security');
}
