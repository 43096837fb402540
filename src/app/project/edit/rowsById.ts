import type { SagaGenerator } from 'typed-redux-saga';
import { idGroups, idsQuery } from '../../../contract/paths';
import type { Row } from '../../../contract/rows';
import type { ApiFailure } from '../../http/apiError';
import { failureOf } from '../../http/failureOf';
import { getPorts } from '../../ports';
import { abortable } from '../../sagas/request';
import type { TabName } from '../rows/rowsState';

/** The rows with these ids, as they are by now; asked for in as many requests as their addresses need. */
export function* rowsNow(tab: TabName, ids: readonly string[]): SagaGenerator<readonly Row[]> {
  const { endpoint } = yield* getPorts();
  const rows: Row[] = [];
  for (const group of idGroups(ids)) {
    const stretch = { query: idsQuery(group), offset: 0, limit: group.length };
    rows.push(...(yield* abortable(endpoint.rows, tab, stretch)).data);
  }
  return rows;
}

/** What came of a deletion: the rows that are gone, and why others are not. */
interface Deletion {
  readonly gone: readonly Row[];
  readonly failure?: ApiFailure;
}

/** Deletes rows, as many at once as an address can name. Where none is deleted, the failure is thrown. */
export function* deleted(tab: TabName, rows: readonly Row[]): SagaGenerator<Deletion> {
  const { edit } = yield* getPorts();
  const gone: Row[] = [];
  for (const group of idGroups(rows.map(({ _id }) => _id))) {
    try {
      yield* abortable(edit.remove, tab, group);
    } catch (error) {
      if (gone.length === 0) throw error;
      return { gone, failure: failureOf(error) };
    }
    gone.push(...rows.slice(gone.length, gone.length + group.length));
  }
  return { gone };
}
