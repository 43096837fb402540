import type { ApiFailure } from '../http/apiError';

/** The result of a request: its data, or its failure. */
export type Result<Data> =
  | ({ readonly phase: 'ready' } & Data)
  | { readonly phase: 'failed'; readonly failure: ApiFailure };

/** Results of requests by id; an id without a result has not been loaded yet. */
export type ResultsById<Data> = Readonly<Record<string, Result<Data>>>;

/** Returns a record without one of its keys. */
export const without = <Value>(record: Readonly<Record<string, Value>>, key: string): Readonly<Record<string, Value>> =>
  Object.fromEntries(Object.entries(record).filter(([name]) => name !== key));

/** Returns the results with loaded data for an id. */
export const withData = <Data>(all: ResultsById<Data>, id: string, data: Data): ResultsById<Data> => ({
  ...all,
  [id]: { phase: 'ready', ...data },
});

/** Returns the results with a failure for an id; data that is already loaded stays. */
export const withFailure = <Data>(all: ResultsById<Data>, id: string, failure: ApiFailure): ResultsById<Data> =>
  all[id]?.phase === 'ready' ? all : { ...all, [id]: { phase: 'failed', failure } };

/** Returns the results after a reload has started: a failure is removed, loaded data stays. */
export const withoutFailure = <Data>(all: ResultsById<Data>, id: string): ResultsById<Data> =>
  all[id]?.phase === 'failed' ? without(all, id) : all;
