import type { FastifyReply, FastifyRequest } from 'fastify';
import { FIRST_PLAN, plans, UNLIMITED_REQUESTS_PER_MINUTE } from '../../contract/plans';
import { Refusal } from '../refusal';
import type { Settings } from '../settings';
import { type Bucket, Buckets, fullBucket, secondsToFull, secondsToOne, takeOne } from './buckets';

/** Whoever has a network has all addresses that begin like theirs (RFC 6177): four of the eight groups of IPv6. */
function networkOf(address: string): string {
  if (!address.includes(':') || address.startsWith('::ffff:')) return address;
  return address.split(':', 4).join(':');
}

const tooMany = (perMinute: number, wait: number) =>
  new Refusal('too_many_requests', `Too many requests: ${perMinute.toLocaleString('en-GB')} a minute are answered.`, {
    hint: `Try again in ${wait} ${wait === 1 ? 'second' : 'seconds'}.`,
    headers: { 'Retry-After': String(wait) },
  });

/**
 * Keeps each key, and each address that sends none, to so many calls of the data API a minute, and tells callers where they
 * stand (RateLimit header fields, draft-ietf-httpapi-ratelimit-headers-10).
 */
export class RequestLimits {
  readonly #perMinute: number;
  readonly #policy: string;
  readonly #addresses: Buckets;
  /** By key; a key that is gone takes its bucket with it. */
  readonly #keys = new WeakMap<object, Bucket>();

  constructor({ plans: mode }: Pick<Settings, 'plans'>) {
    this.#perMinute = mode === 'tiered' ? plans[FIRST_PLAN].requestsPerMinute : UNLIMITED_REQUESTS_PER_MINUTE;
    this.#policy = `"burst";q=${this.#perMinute};w=60`;
    this.#addresses = new Buckets(this.#perMinute);
  }

  /**
   * Counts a request. The answer's `RateLimit` fields are set either way.
   *
   * @param now milliseconds since 1970
   * @returns the refusal `too_many_requests` when there were too many
   */
  take({ presented, ip, params }: FastifyRequest, reply: FastifyReply, now: number): Refusal | undefined {
    const perMinute = this.#perMinute;
    const bucket =
      presented?.key === undefined
        ? this.#addresses.get(`${networkOf(ip)} ${(params as { projectId?: string }).projectId ?? ''}`, now)
        : this.#ofKey(presented.key.limited, now);
    const isTaken = takeOne(bucket, perMinute, now);
    reply.header('ratelimit-policy', this.#policy);
    reply.header('ratelimit', `"burst";r=${Math.floor(bucket.left)};t=${secondsToFull(bucket, perMinute)}`);
    return isTaken ? undefined : tooMany(perMinute, secondsToOne(bucket, perMinute));
  }

  #ofKey(limited: object, now: number): Bucket {
    const known = this.#keys.get(limited);
    if (known !== undefined) return known;
    const bucket = fullBucket(this.#perMinute, now);
    this.#keys.set(limited, bucket);
    return bucket;
  }
}
