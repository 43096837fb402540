import { call, put, select } from 'typed-redux-saga';
import { getPorts } from '../../ports';
import { selectQuery } from './endpointSelectors';
import { questionFound, type TabName } from './endpointSlice';

/** The rows that the page's address asks for are the ones to show. */
export function* readAddress(tab: TabName) {
  const { location } = yield* getPorts();
  const query = queryAt(yield* call(location));
  if (query !== (yield* select(selectQuery, tab))) yield* put(questionFound({ ...tab, query }));
}

/** Keeps the page's address saying which rows are shown, so that a reload shows the same. */
export function* writeAddress(tab: TabName) {
  const { location, navigate } = yield* getPorts();
  const here = yield* call(location);
  const query = yield* select(selectQuery, tab);
  if (query !== queryAt(here)) yield* call(navigate, placeWith(here, query), { replace: true });
}

/** The parameter of the page's address that carries the question. */
const QUERY = 'query';

const searchOf = (location: string) => /\?[^#]*/.exec(location)?.[0] ?? '';

/** The question in the address of a page; empty where it asks for every row. */
export const queryAt = (location: string) => new URLSearchParams(searchOf(location)).get(QUERY) ?? '';

/** An address of a page, asking for certain rows. */
export function placeWith(location: string, query: string): string {
  const pairs = new URLSearchParams(searchOf(location));
  if (query === '') pairs.delete(QUERY);
  else pairs.set(QUERY, query);
  const path = location.split(/[?#]/, 1)[0] ?? '';
  const search = pairs.toString();
  return search === '' ? path : `${path}?${search}`;
}
