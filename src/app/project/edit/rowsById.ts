import type { SagaGenerator } from 'typed-redux-saga';
import { idGroups, idsQuery } from '../../../contract/idsQuery';
import type { Row } from '../../../contract/rows';
import type { ApiFailure } from '../../http/apiError';
import { failureOf } from '../../http/failureOf';
import { callApi } from '../../sagas/request';
import type { TabName } from '../rows/endpointSlice';

/** The rows with these ids, as they are by now; asked for in as many requests as their addresses need. */
export function* rowsNow(tab: TabName, ids: readonly string[]): SagaGenerator<readonly Row[]> {
  const rows: Row[] = [];
  for (const group of idGroups(ids)) {
    const stretch = { query: idsQuery(group), offset: 0, limit: group.length };
    rows.push(...(yield* callApi('endpoint', 'rows', tab, stretch)).data);
  }
  return rows;
}

/** What came of a deletion: the rows that are gone, and why others are not. */
interface Deletion {
  readonly gone: readonly Row[];
  readonly failure?: ApiFailure;
}

/** The ids of rows. */
export const idsOf = (rows: readonly Row[]) => rows.map(({ _id }) => _id);

/** Those of some rows that are there no more; none where that cannot be found out. */
function* missing(tab: TabName, rows: readonly Row[]): SagaGenerator<readonly Row[]> {
  try {
    const left = new Set(idsOf(yield* rowsNow(tab, idsOf(rows))));
    return rows.filter(({ _id }) => !left.has(_id));
  } catch {
    return [];
  }
}

/** Whether it is not known what became of a request: its answer was lost. */
const isUnknown = ({ kind }: ApiFailure) => kind === 'network' || kind === 'timedOut';

/** Deletes rows, as many at once as an address can name. Where none is deleted, the failure is thrown. */
export function* deleted(tab: TabName, rows: readonly Row[]): SagaGenerator<Deletion> {
  const gone: Row[] = [];
  for (const group of idGroups(idsOf(rows))) {
    const some = rows.slice(gone.length, gone.length + group.length);
    try {
      yield* callApi('edit', 'remove', tab, group);
      gone.push(...some);
    } catch (error) {
      const failure = failureOf(error);
      if (isUnknown(failure)) gone.push(...(yield* missing(tab, some)));
      if (gone.length === 0) throw error;
      return gone.length === rows.length ? { gone } : { gone, failure };
    }
  }
  return { gone };
}
