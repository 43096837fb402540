import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { later, Refusal } from '../refusal';
import type { Presented } from './caller';

/** How many requests a caller has left: filled up again at a steady rate, as a whole within a minute. */
interface Bucket {
  /** Whose it is: of a key, or of a client address and a project. */
  readonly name: string;
  /** Calls that it holds when it is full. */
  readonly perMinute: number;
  /** `RateLimit-Policy` */
  readonly policy: string;
  /** Calls left, with a fraction. */
  left: number;
  /** When that was, in milliseconds since 1970. */
  at: number;
  /** Calls that were not sent to other servers yet. */
  unsent: number;
}

const MINUTE = 60_000;

/** A bucket that nothing was taken from. */
export const fullBucket = (perMinute: number, now: number, name = ''): Bucket => ({
  ...{ name, perMinute, policy: `"burst";q=${perMinute};w=60` },
  ...{ left: perMinute, at: now, unsent: 0 },
});

/** Fills up what has run in since. */
function fill(bucket: Bucket, now: number): void {
  const passed = now > bucket.at ? now - bucket.at : 0;
  bucket.left = Math.min(bucket.perMinute, bucket.left + (passed * bucket.perMinute) / MINUTE);
  bucket.at = now;
}

/** Takes one call out of a bucket. @returns whether there was one */
export function takeOne(bucket: Bucket, now: number): boolean {
  fill(bucket, now);
  if (bucket.left < 1) return false;
  bucket.left -= 1;
  return true;
}

/** Seconds until a bucket is full again, rounded up. */
export const secondsToFull = ({ left, perMinute }: Bucket): number => Math.ceil(((perMinute - left) * 60) / perMinute);

/** Seconds until there is a call left in an empty bucket, rounded up; one at least. */
export const secondsToOne = ({ left, perMinute }: Bucket): number =>
  Math.max(1, Math.ceil(((1 - left) * 60) / perMinute));

/**
 * IPv6 addresses with the same first four groups belong to one network (RFC 6177).
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
    ...later(wait),
  });

/** Who makes a call, as far as limits go. */
interface RequestIdentity {
  readonly presented: Presented | undefined;
  /** Client address; none where the connection has ended meanwhile. */
  readonly ip: string | undefined;
  readonly projectId: string | undefined;
}

const rateLimitKey = ({ presented, ip, projectId = '' }: RequestIdentity): string =>
  presented?.key === undefined ? `${networkOf(ip)} ${projectId}` : `key ${presented.key.id}`;

/** Calls that are sent to other servers at once: a larger part of a limit than this. What is less waits for {@link LATEST}. */
const PART = 1 / 100;

/** Rounds after which all calls are sent. */
const LATEST = 10;

/** Bytes of one payload: PostgreSQL takes fewer than 8,000. */
const PAYLOAD_BYTES = 7_000;

/** Payloads of one round; what does not fit waits for the next. */
const PAYLOADS_MOST = 50;

type Line = readonly [perMinute: number, name: string, calls: number];

/** What one server tells the others of the calls that it has let through. */
interface Payload {
  readonly from: string;
  readonly lines: readonly Line[];
}

/**
 * Keeps each key, and each address that sends none, to so many calls of the data API a minute, and tells callers where they
 * stand (RateLimit header fields, draft-ietf-httpapi-ratelimit-headers-10). Times are milliseconds since 1970.
 *
 * Servers that share a database tell each other in batches what they let through ({@link drain}, {@link receive}): limits hold for all
 * of them together but for what is let through between two batches.
 */
export class RequestLimits {
  readonly #server = randomUUID();
  readonly #buckets: LRUCache<string, Bucket>;
  /** Those with calls that were not sent to others; none where there are no others. */
  readonly #unsent: Set<Bucket> | undefined;
  #round = 0;

  /** @param most buckets that are held: the one that was not used for the longest time goes first, as it is the fullest */
  constructor(isShared: boolean, most = 100_000) {
    this.#unsent = isShared ? new Set() : undefined;
    // Counted as sizes: room for the largest number of entries would be taken at once.
    this.#buckets = new LRUCache({ maxSize: most, sizeCalculation: () => 1 });
  }

  /**
   * Takes a call out.
   *
   * @param perMinute the limit: a caller whose limit has grown begins with all that it allows
   * @returns the headers that say what is left, names and values in turn, and the refusal `too_many_requests` when there was no call left
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
      refusal: isTaken ? undefined : tooMany(perMinute, secondsToOne(bucket)),
    };
  }

  /** The calls to send to others now, as payloads; they count as sent. */
  drain(): string[] {
    this.#round += 1;
    const least = this.#round % LATEST === 0 ? 0 : PART;
    const payloads: string[] = [];
    let lines: Line[] = [];
    let bytes = 0;
    const end = () => payloads.push(JSON.stringify({ from: this.#server, lines } satisfies Payload));
    for (const bucket of this.#unsent ?? []) {
      const { perMinute, name, unsent } = bucket;
      if (unsent < perMinute * least) continue;
      if (payloads.length === PAYLOADS_MOST) return payloads;
      this.#unsent?.delete(bucket);
      bucket.unsent = 0;
      lines.push([perMinute, name, unsent]);
      bytes += name.length + 30;
      if (bytes < PAYLOAD_BYTES) continue;
      end();
      [lines, bytes] = [[], 0];
    }
    if (lines.length > 0) end();
    return payloads;
  }

  /** Takes out the calls that another server has let through: what is missing is made up for first, for a minute at most. */
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
