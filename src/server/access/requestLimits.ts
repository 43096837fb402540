import { UNLIMITED_REQUESTS_PER_MINUTE } from '../../contract/plans';
import type { ServedKey } from './keyring';
import type { PlanLimits } from '../plans/planLimits';
import { Refusal } from '../refusal';
import type { Presented } from './presentedKey';

/** What somebody may still do: filled up again at a steady rate, as a whole within a minute. */
interface Bucket {
  /** Calls left, with a fraction. */
  left: number;
  /** When that was, in milliseconds since 1970. */
  at: number;
  /** Whose it is. */
  readonly name: string;
}

const MINUTE = 60_000;

/** A bucket that nothing was taken from. */
export const fullBucket = (perMinute: number, now: number, name = ''): Bucket => ({ left: perMinute, at: now, name });

/** Calls left in a bucket now. */
function leftAt(bucket: Bucket, perMinute: number, now: number): number {
  const passed = now > bucket.at ? now - bucket.at : 0;
  return Math.min(perMinute, bucket.left + (passed * perMinute) / MINUTE);
}

/** Takes one call out of a bucket. @returns whether there was one */
export function takeOne(bucket: Bucket, perMinute: number, now: number): boolean {
  const left = leftAt(bucket, perMinute, now);
  bucket.at = now;
  bucket.left = left < 1 ? left : left - 1;
  return left >= 1;
}

/** Takes out calls that were made already, be they there or not: what is missing is made up for first, for a minute at most. */
function takeMade(bucket: Bucket, calls: number, perMinute: number, now: number): void {
  const left = leftAt(bucket, perMinute, now);
  bucket.at = now;
  bucket.left = Math.max(-perMinute, left - calls);
}

/** Seconds until a bucket is full again, rounded up. */
export const secondsToFull = ({ left }: Bucket, perMinute: number): number =>
  Math.ceil(((perMinute - left) * 60) / perMinute);

/** Seconds until there is a call left in an empty bucket, rounded up; one at least. */
export const secondsToOne = ({ left }: Bucket, perMinute: number): number =>
  Math.max(1, Math.ceil(((1 - left) * 60) / perMinute));

/** Buckets by name, as many as are in use: one that nobody took from for a minute is full, and forgotten. */
export class Buckets {
  readonly #buckets = new Map<string, Bucket>();

  constructor(
    private readonly perMinute: number,
    private readonly most = 100_000,
  ) {}

  get(name: string, now: number): Bucket {
    const known = this.#buckets.get(name);
    if (known !== undefined) return known;
    if (this.#buckets.size >= this.most) this.#makeRoom(now);
    const bucket = fullBucket(this.perMinute, now, name);
    this.#buckets.set(name, bucket);
    return bucket;
  }

  /** Forgets the full ones; where that is not enough, the half that is there the longest. */
  #makeRoom(now: number) {
    for (const [name, { at }] of this.#buckets) if (now - at >= MINUTE) this.#buckets.delete(name);
    let over = this.#buckets.size - this.most / 2;
    if (this.#buckets.size < this.most) return;
    for (const name of this.#buckets.keys()) {
      if (over <= 0) return;
      this.#buckets.delete(name);
      over -= 1;
    }
  }
}

/**
 * Whoever has a network has all addresses that begin like theirs (RFC 6177): four of the eight groups of IPv6.
 *
 * @param address none where the connection has ended meanwhile
 */
function networkOf(address = ''): string {
  if (!address.includes(':') || address.startsWith('::ffff:')) return address;
  return address.split(':', 4).join(':');
}

const tooMany = (perMinute: number, wait: number) =>
  new Refusal('too_many_requests', `Too many requests: ${perMinute.toLocaleString('en-GB')} a minute are answered.`, {
    hint: `Try again in ${wait} ${wait === 1 ? 'second' : 'seconds'}.`,
    headers: { 'Retry-After': String(wait) },
  });

/** Who asks, as far as limits go. */
interface Asker {
  readonly presented: Presented | undefined;
  /** Address a request comes from; none where its connection has ended meanwhile. */
  readonly ip: string | undefined;
  readonly projectId: string | undefined;
}

/** Hears of calls that were taken out, so that other servers take them out too. */
export interface CallTeller {
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
