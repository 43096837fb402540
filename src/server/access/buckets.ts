/** What somebody may still do: filled up again at a steady rate, as a whole within a minute. */
export interface Bucket {
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

/** Whether there is a call left in a bucket; none is taken. */
export const hasOne = (bucket: Bucket, perMinute: number, now: number): boolean => leftAt(bucket, perMinute, now) >= 1;

/** Takes one call out of a bucket. @returns whether there was one */
export function takeOne(bucket: Bucket, perMinute: number, now: number): boolean {
  const left = leftAt(bucket, perMinute, now);
  bucket.at = now;
  bucket.left = left < 1 ? left : left - 1;
  return left >= 1;
}

/** Takes out calls that were made already, be they there or not: what is missing is made up for first, for a minute at most. */
export function takeMade(bucket: Bucket, calls: number, perMinute: number, now: number): void {
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
