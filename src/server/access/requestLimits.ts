import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { networkOf } from '../http/client';
import { later, Refusal } from '../refusal';
import type { Presented } from './caller';

/** Token bucket of a caller: refilled at a steady rate, completely within a minute. */
interface Bucket {
  /** Owner of the bucket: a key, or a client address and a project. */
  readonly name: string;
  /** Capacity in requests. */
  readonly perMinute: number;
  /** `RateLimit-Policy` */
  readonly policy: string;
  /** Requests left, with a fraction. */
  left: number;
  /** Time of the last refill, in milliseconds since 1970. */
  at: number;
  /** Requests not yet sent to other servers. */
  unsent: number;
}

const MINUTE_MS = 60_000;

/** Creates a full bucket. */
export const fullBucket = (perMinute: number, now: number, name = ''): Bucket => ({
  ...{ name, perMinute, policy: `"burst";q=${perMinute};w=60` },
  ...{ left: perMinute, at: now, unsent: 0 },
});

/** Adds the requests accrued since the last refill. */
function fill(bucket: Bucket, now: number): void {
  const passed = now > bucket.at ? now - bucket.at : 0;
  bucket.left = Math.min(bucket.perMinute, bucket.left + (passed * bucket.perMinute) / MINUTE_MS);
  bucket.at = now;
}

/** Takes one request out of a bucket. @returns false when it is empty */
export function takeOne(bucket: Bucket, now: number): boolean {
  fill(bucket, now);
  if (bucket.left < 1) return false;
  bucket.left -= 1;
  return true;
}

/** Returns the seconds until a bucket is full, rounded up. */
export const secondsToFull = ({ left, perMinute }: Bucket): number => Math.ceil(((perMinute - left) * 60) / perMinute);

/** Returns the seconds until an empty bucket has a request, rounded up; at least one. */
export const secondsToNext = ({ left, perMinute }: Bucket): number =>
  Math.max(1, Math.ceil(((1 - left) * 60) / perMinute));

const tooMany = (perMinute: number, wait: number) =>
  new Refusal('too_many_requests', `Too many requests: ${perMinute.toLocaleString('en-GB')} a minute are answered.`, {
    hint: `Try again in ${wait} ${wait === 1 ? 'second' : 'seconds'}.`,
    ...later(wait),
  });

/** Identity of a caller for rate limits. */
interface RequestIdentity {
  readonly presented: Presented | undefined;
  /** Client address; undefined when the connection has ended meanwhile. */
  readonly ip: string | undefined;
  readonly projectId: string | undefined;
}

const rateLimitKey = ({ presented, ip, projectId = '' }: RequestIdentity): string =>
  presented?.key === undefined ? `${networkOf(ip ?? '')} ${projectId}` : `key ${presented.key.id}`;

/** Maximum bytes of one payload: PostgreSQL accepts fewer than 8,000. */
const MAX_PAYLOAD_BYTES = 7_000;

/** Maximum payloads of one round; the rest waits for the next. */
const MAX_PAYLOADS = 50;

type Line = readonly [perMinute: number, name: string, calls: number];

/** Batch of requests that a server has allowed, for the other servers. */
interface Payload {
  readonly from: string;
  readonly lines: readonly Line[];
}

/**
 * Rate limits of the data API per key, and per address for requests without one, with the RateLimit header fields
 * (draft-ietf-httpapi-ratelimit-headers-10). Times are milliseconds since 1970.
 *
 * Servers that share a database exchange batches of the requests they allowed ({@link drain}, {@link receive}): limits apply to all
 * of them together, except for requests between two batches.
 */
export class RequestLimits {
  readonly #server = randomUUID();
  readonly #buckets: LRUCache<string, Bucket>;
  /** Buckets with requests to send; undefined with a single server. */
  readonly #unsent: Set<Bucket> | undefined;

  /** @param maxBuckets the least recently used bucket is evicted first, as it is the fullest */
  constructor(isShared: boolean, maxBuckets = 100_000) {
    this.#unsent = isShared ? new Set() : undefined;
    // As a size limit: `max` would allocate memory for all entries at once.
    this.#buckets = new LRUCache({ maxSize: maxBuckets, sizeCalculation: () => 1 });
  }

  /**
   * Takes one request from the caller's bucket.
   *
   * @param perMinute the limit; a new limit starts with a full bucket
   * @returns the rate limit headers, as alternating names and values, and the refusal `too_many_requests` if none was left
   */
  take(identity: RequestIdentity, perMinute: number, now: number) {
    const bucket = this.#bucketOf(perMinute, rateLimitKey(identity), now);
    const isTaken = takeOne(bucket, now);
    if (isTaken && this.#unsent !== undefined) {
      bucket.unsent += 1;
      this.#unsent.add(bucket);
    }
    const left = `"burst";r=${Math.max(0, Math.floor(bucket.left))};t=${secondsToFull(bucket)}`;
    return {
      fields: ['ratelimit-policy', bucket.policy, 'ratelimit', left],
      refusal: isTaken ? undefined : tooMany(perMinute, secondsToNext(bucket)),
    };
  }

  /** Returns the requests to send to other servers, as payloads, and marks them as sent. */
  drain(): string[] {
    const payloads: string[] = [];
    let lines: Line[] = [];
    let bytes = 0;
    const end = () => payloads.push(JSON.stringify({ from: this.#server, lines } satisfies Payload));
    for (const bucket of this.#unsent ?? []) {
      const { perMinute, name, unsent } = bucket;
      if (payloads.length === MAX_PAYLOADS) return payloads;
      this.#unsent?.delete(bucket);
      bucket.unsent = 0;
      lines.push([perMinute, name, unsent]);
      bytes += name.length + 30;
      if (bytes < MAX_PAYLOAD_BYTES) continue;
      end();
      [lines, bytes] = [[], 0];
    }
    if (lines.length > 0) end();
    return payloads;
  }

  /** Subtracts the requests that another server has allowed. A bucket may become negative, by at most one minute's limit. */
  receive(payload: string, now: number): void {
    const { from, lines } = JSON.parse(payload) as Payload;
    if (from === this.#server) return;
    for (const [perMinute, name, calls] of lines) {
      const bucket = this.#bucketOf(perMinute, name, now);
      fill(bucket, now);
      bucket.left = Math.max(-perMinute, bucket.left - calls);
    }
  }

  #bucketOf(perMinute: number, name: string, now: number): Bucket {
    const key = `${perMinute} ${name}`;
    const known = this.#buckets.get(key);
    if (known !== undefined) return known;
    const bucket = fullBucket(perMinute, now, name);
    this.#buckets.set(key, bucket);
    return bucket;
  }
}
