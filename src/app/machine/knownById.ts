import type { ApiFailure } from '../http/apiError';

/** Something that was asked for: the answer, or why there is none. */
export type Known<Data> =
  | ({ readonly phase: 'ready' } & Data)
  | { readonly phase: 'failed'; readonly failure: ApiFailure };

/** Things that are asked for by id; one that is not there was not answered yet. */
export type KnownById<Data> = Readonly<Record<string, Known<Data>>>;

/** A record without one of its keys. */
export const without = <Value>(record: Readonly<Record<string, Value>>, key: string): Readonly<Record<string, Value>> =>
  Object.fromEntries(Object.entries(record).filter(([other]) => other !== key));

/** With an answer. */
export const withAnswer = <Data>(all: KnownById<Data>, id: string, data: Data): KnownById<Data> => ({
  ...all,
  [id]: { phase: 'ready', ...data },
});

/** With a failure. What is known stays; asking again will tell. */
export const withFailure = <Data>(all: KnownById<Data>, id: string, failure: ApiFailure): KnownById<Data> =>
  all[id]?.phase === 'ready' ? all : { ...all, [id]: { phase: 'failed', failure } };

/** Asked for again: a failure is no longer shown, what is known stays. */
export const askedAgain = <Data>(all: KnownById<Data>, id: string): KnownById<Data> =>
  all[id]?.phase === 'failed' ? without(all, id) : all;
