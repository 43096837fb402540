import { UNLIMITED_REQUESTS_PER_MINUTE } from '../../contract/plans';
import type { ServedKey } from '../keys/keyring';
import type { PlanLimits } from '../plans/planLimits';
import { Refusal } from '../refusal';
import { type Bucket, Buckets, fullBucket, hasOne, secondsToFull, secondsToOne, takeMade, takeOne } from './buckets';
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

/** Hears of calls that were taken out, so that other servers take them out too. */
export interface CallTeller {
  /** @param calls negative where some are put back */
  taken(perMinute: number, name: string, calls: number): void;
}

/** What buckets of keys are called: an address has no such name. */
const KEY = 'key ';

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
  /** By name, where other servers tell of what they take out of them. */
  readonly #namedKeys: Buckets;

  constructor(
    readonly perMinute: number,
    private readonly teller?: CallTeller,
  ) {
    this.policy = `"burst";q=${perMinute};w=60`;
    this.#addresses = new Buckets(perMinute);
    this.#namedKeys = new Buckets(perMinute);
  }

  /** What the calls of somebody are taken from. */
  bucketOf({ presented, ip, projectId }: Asker, now: number): Bucket {
    if (presented?.key !== undefined) return this.#ofKey(presented.key, now);
    return this.#addresses.get(`${networkOf(ip)} ${projectId ?? ''}`, now);
  }

  /** Whether there is a call left; none is taken. */
  hasOne(bucket: Bucket, now: number): boolean {
    return hasOne(bucket, this.perMinute, now);
  }

  /** Takes a call out. @returns the refusal `too_many_requests` when there was none */
  take(bucket: Bucket, now: number): Refusal | undefined {
    const { perMinute, teller } = this;
    if (!takeOne(bucket, perMinute, now)) return tooMany(perMinute, secondsToOne(bucket, perMinute));
    teller?.taken(perMinute, bucket.name, 1);
    return undefined;
  }

  /** Takes out calls that another server has let through. */
  takeMade(name: string, calls: number, now: number): void {
    const buckets = name.startsWith(KEY) ? this.#namedKeys : this.#addresses;
    takeMade(buckets.get(name, now), calls, this.perMinute, now);
  }

  /** Puts a call back that was taken out and is taken out again. */
  giveBack(bucket: Bucket): void {
    bucket.left += 1;
    this.teller?.taken(this.perMinute, bucket.name, -1);
  }

  /** What `RateLimit` says of what is left. */
  told(bucket: Bucket): string {
    return `"burst";r=${Math.max(0, Math.floor(bucket.left))};t=${secondsToFull(bucket, this.perMinute)}`;
  }

  #ofKey({ id, limited }: Pick<ServedKey, 'id' | 'limited'>, now: number): Bucket {
    if (this.teller !== undefined) return this.#namedKeys.get(KEY + id, now);
    const known = this.#keys.get(limited);
    if (known !== undefined) return known;
    const bucket = fullBucket(this.perMinute, now);
    this.#keys.set(limited, bucket);
    return bucket;
  }
}

/** The limits that count for calls of a project: those of its owner's plan, or the same for all where there are no plans. */
export type LimitsOf = (projectId: string | undefined) => RequestLimits;

/** The limits of a server by how many calls a minute they let through, each made when it is first asked for. */
export function limitsByNumber(teller?: CallTeller): (perMinute: number) => RequestLimits {
  const limits = new Map<number, RequestLimits>();
  return (perMinute) => {
    const known = limits.get(perMinute) ?? new RequestLimits(perMinute, teller);
    limits.set(perMinute, known);
    return known;
  };
}

/** Limits by the numbers of the plans. Whoever gets a larger plan begins with all that it allows. */
export const limitsByPlan =
  (planLimits: PlanLimits, byNumber: (perMinute: number) => RequestLimits): LimitsOf =>
  (projectId) =>
    byNumber(planLimits.ofProject(projectId)?.requestsPerMinute ?? UNLIMITED_REQUESTS_PER_MINUTE);
