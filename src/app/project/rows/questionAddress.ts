import { call, put, select } from 'typed-redux-saga';
import { getPorts } from '../../ports';
import { selectQuery } from './endpointSelectors';
import { questionFound, type TabName } from './endpointSlice';

/** Applies the query in the page's address to the state. */
export function* readAddress(tab: TabName) {
  const { location } = yield* getPorts();
  const query = queryInLocation(yield* call(location));
  if (query !== (yield* select(selectQuery, tab))) yield* put(questionFound({ ...tab, query }));
}

/** Writes the query into the page's address, so that a reload shows the same rows. */
export function* writeAddress(tab: TabName) {
  const { location, navigate } = yield* getPorts();
  const here = yield* call(location);
  const query = yield* select(selectQuery, tab);
  if (query !== queryInLocation(here)) yield* call(navigate, locationWithQuery(here, query), { replace: true });
}

/** Parameter of the page's address that contains the query. */
const QUERY = 'query';

const searchOf = (location: string) => /\?[^#]*/.exec(location)?.[0] ?? '';

/** Returns the query in the address of a page; empty for every row. */
const queryInLocation = (location: string) => new URLSearchParams(searchOf(location)).get(QUERY) ?? '';

/** Returns the address of a page with another query. */
export function locationWithQuery(location: string, query: string): string {
  const pairs = new URLSearchParams(searchOf(location));
  if (query === '') pairs.delete(QUERY);
  else pairs.set(QUERY, query);
  const path = location.split(/[?#]/, 1)[0] ?? '';
  const search = pairs.toString();
  return search === '' ? path : `${path}?${search}`;
}
