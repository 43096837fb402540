import { TIME_BUCKETS } from './timeBuckets';

/** Methods of the data API that are counted; a preflight is not a request of its own. */
export const countedMethods = ['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE'] as const;
export type CountedMethod = (typeof countedMethods)[number];

export const outcomes = ['2xx', '304', '4xx', '5xx'] as const;
export type Outcome = (typeof outcomes)[number];

const OUTCOMES = outcomes.length;

/** Numbers of requests of one tab: by method, outcome, and whether a finished body was sent again. */
export const REQUEST_CELLS = countedMethods.length * OUTCOMES * 2;

/** All numbers of one tab: behind its requests stand its times, a 304 apart. */
export const CELLS = REQUEST_CELLS + TIME_BUCKETS;

const methodPlaces: ReadonlyMap<string, number> = new Map(countedMethods.map((method, place) => [method, place]));
const outcomePlaces: ReadonlyMap<Outcome, number> = new Map(outcomes.map((outcome, place) => [outcome, place]));

/** What requests have in common that are counted as one number. */
interface Kind {
  readonly method: CountedMethod;
  readonly outcome: Outcome;
  readonly fromCache: boolean;
}

/** How a request has ended. */
export function outcomeOf(status: number): Outcome {
  if (status >= 500) return '5xx';
  if (status >= 400) return '4xx';
  return status === 304 ? '304' : '2xx';
}

/** Where requests of a kind are counted; undefined for methods that are not counted. */
export function requestCellOf(method: string, outcome: Outcome, fromCache: boolean): number | undefined {
  const methodPlace = methodPlaces.get(method);
  if (methodPlace === undefined) return undefined;
  return (methodPlace * OUTCOMES + (outcomePlaces.get(outcome) ?? 0)) * 2 + (fromCache ? 1 : 0);
}

/** What is counted at a cell of requests. */
export const kindAt = (cell: number): Kind => ({
  method: countedMethods[Math.floor(cell / (OUTCOMES * 2))] ?? 'GET',
  outcome: outcomes[Math.floor(cell / 2) % OUTCOMES] ?? '2xx',
  fromCache: cell % 2 === 1,
});

/** Where the times of a bucket are counted. */
export const timeCellOf = (bucket: number): number => REQUEST_CELLS + bucket;
