import { UNLIMITED_REQUESTS_PER_MINUTE } from '../../contract/plans';
import type { PlanLimits } from '../plans/planLimits';
import { Refusal } from '../refusal';
import { type Bucket, Buckets, fullBucket, hasOne, secondsToFull, secondsToOne, takeOne } from './buckets';
import type { Presented } from './presentedKey';

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

/** Who asks, as far as limits go. */
export interface Asker {
  readonly presented: Presented | undefined;
  /** Address a request comes from. */
  readonly ip: string;
  readonly projectId: string | undefined;
}

/**
 * Keeps each key, and each address that sends none, to so many calls of the data API a minute, and tells callers where they
 * stand (RateLimit header fields, draft-ietf-httpapi-ratelimit-headers-10). Times are milliseconds since 1970.
 */
export class RequestLimits {
  /** What `RateLimit-Policy` says. */
  readonly policy: string;
  readonly #addresses: Buckets;
  /** By key; a key that is gone takes its bucket with it. */
  readonly #keys = new WeakMap<object, Bucket>();

  constructor(readonly perMinute: number) {
    this.policy = `"burst";q=${perMinute};w=60`;
    this.#addresses = new Buckets(perMinute);
  }

  /** What the calls of somebody are taken from. */
  bucketOf({ presented, ip, projectId }: Asker, now: number): Bucket {
    if (presented?.key !== undefined) return this.#ofKey(presented.key.limited, now);
    return this.#addresses.get(`${networkOf(ip)} ${projectId ?? ''}`, now);
  }

  /** Whether there is a call left; none is taken. */
  hasOne(bucket: Bucket, now: number): boolean {
    return hasOne(bucket, this.perMinute, now);
  }

  /** Takes a call out. @returns the refusal `too_many_requests` when there was none */
  take(bucket: Bucket, now: number): Refusal | undefined {
    const { perMinute } = this;
    return takeOne(bucket, perMinute, now) ? undefined : tooMany(perMinute, secondsToOne(bucket, perMinute));
  }

  /** Puts a call back that was taken out and is taken out again. */
  giveBack(bucket: Bucket): void {
    bucket.left += 1;
  }

  /** What `RateLimit` says of what is left. */
  told(bucket: Bucket): string {
    return `"burst";r=${Math.floor(bucket.left)};t=${secondsToFull(bucket, this.perMinute)}`;
  }

  #ofKey(limited: object, now: number): Bucket {
    const known = this.#keys.get(limited);
    if (known !== undefined) return known;
    const bucket = fullBucket(this.perMinute, now);
    this.#keys.set(limited, bucket);
    return bucket;
  }
}

/** The limits that count for calls of a project: those of its owner's plan, or the same for all where there are no plans. */
export type LimitsOf = (projectId: string | undefined) => RequestLimits;

/** Limits by the numbers of the plans. Whoever gets a larger plan begins with all that it allows. */
export function limitsByPlan(planLimits: PlanLimits): LimitsOf {
  const limits = new Map<number, RequestLimits>();
  return (projectId) => {
    const perMinute = planLimits.ofProject(projectId)?.requestsPerMinute ?? UNLIMITED_REQUESTS_PER_MINUTE;
    const known = limits.get(perMinute);
    if (known !== undefined) return known;
    const made = new RequestLimits(perMinute);
    limits.set(perMinute, made);
    return made;
  };
}
