import { call, put, select } from 'typed-redux-saga';
import { getPorts } from '../../ports';
import { selectQuery } from './endpointSelectors';
import { questionFound } from './endpointSlice';
import { placeWith, queryAt } from '../frame/placeWith';
import type { TabName } from './rowsState';

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
