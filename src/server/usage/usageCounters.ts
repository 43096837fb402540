/** Methods of the data API that are counted; a preflight is not a request of its own. */
export const countedMethods = ['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE'] as const;
type CountedMethod = (typeof countedMethods)[number];

const isCounted = (method: string): method is CountedMethod => (countedMethods as readonly string[]).includes(method);

/** Statuses that are told apart. */
export type Outcome = '2xx' | '304' | '4xx' | '5xx';

/** How a request has ended. */
function outcomeOf(status: number): Outcome {
  if (status >= 500) return '5xx';
  if (status >= 400) return '4xx';
  return status === 304 ? '304' : '2xx';
}

/** Requests of a tab that are alike. */
export interface UsageEntry {
  readonly projectId: string;
  /** Empty for calls of the project itself. */
  readonly tabId: string;
  readonly method: CountedMethod;
  readonly outcome: Outcome;
  /** Whether a finished body was sent again. */
  readonly fromCache: boolean;
  readonly requests: number;
}

/** Requests of a project whose times fell into the same bucket. */
export interface TimesEntry {
  readonly projectId: string;
  readonly bucket: number;
  readonly requests: number;
}

/** Numbers of projects. */
export interface Counted {
  readonly entries: readonly UsageEntry[];
  readonly times: readonly TimesEntry[];
}

type UsageNumber = UsageEntry | TimesEntry;

const keyOf = (number: UsageNumber) =>
  'bucket' in number ? number.bucket : entryKey(number.tabId, number.method, number.outcome, number.fromCache);

const entryKey = (tabId: string, method: string, outcome: Outcome, fromCache: boolean) =>
  `${tabId} ${method} ${outcome} ${fromCache}`;

/** Those of requests, and those of times. */
const countedOf = (numbers: readonly UsageNumber[]): Counted => ({
  entries: numbers.filter((one): one is UsageEntry => !('bucket' in one)),
  times: numbers.filter((one) => 'bucket' in one),
});

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

/** Counts requests in memory. What is stored in the meantime stays counted until {@link UsageCounters.subtract}. */
export class UsageCounters {
  /** By project: what was counted of it, by bucket of time or by what a request was like. */
  readonly #projects = new Map<string, Map<string | number, Mutable<UsageNumber>>>();

  /** Counts one request and the milliseconds it took; methods that are not counted change nothing. */
  count(
    projectId: string,
    tabId: string,
    method: string,
    status: number,
    fromCache: boolean,
    milliseconds: number,
  ): void {
    if (!isCounted(method)) return;
    const outcome = outcomeOf(status);
    const numbers = this.#numbersOf(projectId);
    const key = entryKey(tabId, method, outcome, fromCache);
    const entry = numbers.get(key);
    if (entry === undefined) numbers.set(key, { projectId, tabId, method, outcome, fromCache, requests: 1 });
    else entry.requests += 1;
    if (outcome === '304') return;
    const bucket = timeBucketOf(milliseconds);
    const times = numbers.get(bucket);
    if (times === undefined) numbers.set(bucket, { projectId, bucket, requests: 1 });
    else times.requests += 1;
  }

  /** What was counted of a project and is not subtracted yet. */
  pending(projectId: string): Counted {
    return countedOf([...(this.#projects.get(projectId)?.values() ?? [])]);
  }

  /**
   * All numbers as they are now, in pieces.
   *
   * @param most numbers in a piece
   */
  pieces(most: number): Counted[] {
    const all = [...this.#projects.values()].flatMap((numbers) => [...numbers.values()].map((one) => ({ ...one })));
    return Array.from({ length: Math.ceil(all.length / most) }, (_, piece) =>
      countedOf(all.slice(piece * most, (piece + 1) * most)),
    );
  }

  /** Takes away what was stored. */
  subtract({ entries, times }: Counted): void {
    for (const stored of [...entries, ...times]) {
      const numbers = this.#numbersOf(stored.projectId);
      const known = numbers.get(keyOf(stored));
      if (known === undefined) continue;
      known.requests -= stored.requests;
      if (known.requests === 0) numbers.delete(keyOf(stored));
      if (numbers.size === 0) this.#projects.delete(stored.projectId);
    }
  }

  #numbersOf(projectId: string) {
    const known = this.#projects.get(projectId);
    if (known !== undefined) return known;
    const numbers = new Map<string | number, Mutable<UsageNumber>>();
    this.#projects.set(projectId, numbers);
    return numbers;
  }
}

/** Everything under so many microseconds, as a power of two, is in the first bucket. */
const FIRST_POWER = 4;

/** The longest times that are told apart, as a power of two of microseconds: more than a minute. */
const LAST_POWER = 25;

/** Each doubling of the time has so many buckets of the same width: what is read off is right within a tenth or so. */
const PARTS = 4;

/** Times fall into so many buckets, the same for ever: they are kept by number. */
export const TIME_BUCKETS = 1 + (LAST_POWER - FIRST_POWER + 1) * PARTS;

/** The bucket of a time; a few operations on integers, as it is asked for with each request. */
export function timeBucketOf(milliseconds: number): number {
  const micros = milliseconds > 2_000_000 ? 2_000_000_000 : (milliseconds * 1000) | 0;
  if (micros < 1 << FIRST_POWER) return 0;
  const power = 31 - Math.clz32(micros);
  if (power > LAST_POWER) return TIME_BUCKETS - 1;
  return 1 + (power - FIRST_POWER) * PARTS + ((micros >>> (power - 2)) & (PARTS - 1));
}

/** Where a bucket begins, in milliseconds. */
function beginningOf(bucket: number): number {
  if (bucket === 0) return 0;
  const power = FIRST_POWER + Math.floor((bucket - 1) / PARTS);
  return (2 ** power * (1 + ((bucket - 1) % PARTS) / PARTS)) / 1000;
}

/**
 * The time within which a share of all requests was answered, in milliseconds; null when there were none. Within a bucket they
 * are taken to be spread evenly.
 *
 * @param requests by bucket
 */
export function timeWithin(share: number, requests: readonly number[]): number | null {
  const all = requests.reduce((sum, count) => sum + count, 0);
  let wanted = all * share;
  for (const [bucket, count] of requests.entries()) {
    if (count > 0 && count >= wanted) {
      const from = beginningOf(bucket);
      const time = from + (beginningOf(bucket + 1) - from) * (wanted / count);
      return Math.round(time * 1000) / 1000;
    }
    wanted -= count;
  }
  return null;
}
