import { type SagaGenerator, select } from 'typed-redux-saga';
import { idGroups, idsQuery } from '../../../contract/idsQuery';
import type { Row } from '../../../contract/rows';
import { type ApiFailure, isUnknown } from '../../http/apiError';
import { failureOf } from '../../http/failureOf';
import { callApi } from '../../sagas/request';
import type { Values } from './draftMachine';
import { selectEdits } from './editSelectors';
import type { ChosenRows, RowChange } from './editSlice';
import { rangeIndexes } from '../../grid/gridMoves';
import type { RowRange } from '../../grid/pageCache';
import type { TabName } from '../rows/endpointSlice';
import { rowAt, selectPages, selectShownQuery, selectShownRevision } from '../rows/endpointSelectors';

/** Returns the rows of a range: the loaded ones, or those of one request with its revision. */
export function* rowsOf(tab: TabName, { first, last }: RowRange) {
  const pages = yield* select(selectPages, tab);
  const rows = rangeIndexes({ first, last }).map((index) => rowAt(pages, index));
  if (rows.every((row) => row !== undefined)) return { rows };
  const slice = { query: yield* select(selectShownQuery, tab), offset: first, limit: rows.length };
  const { data, meta } = yield* callApi('endpoint', 'rows', tab, slice);
  return { rows: data, revision: meta.revision };
}

/** Returns what is on the screen in a range, so that a write that waits or is tried again still means the same rows. */
export function* chosenRows(tab: TabName, { first, last }: RowRange): SagaGenerator<ChosenRows> {
  const pages = yield* select(selectPages, tab);
  const rows = rangeIndexes({ first, last }).map((index) => rowAt(pages, index));
  if (rows.every((row) => row !== undefined)) return { rows, writes: (yield* select(selectEdits, tab)).writes };
  const query = yield* select(selectShownQuery, tab);
  return { slice: { query, offset: first, limit: rows.length }, revision: yield* select(selectShownRevision, tab) };
}

/** Returns the values that writes have given to rows, by row id. */
function writtenValues(writes: readonly (readonly RowChange[])[]): ReadonlyMap<string, Values> {
  const byId = new Map<string, Values>();
  for (const { id, after } of writes.flat()) byId.set(id, { ...byId.get(id), ...after });
  return byId;
}

/** Returns chosen rows as the person has seen them, with own writes since; undefined if they had to be requested and the tab has changed meanwhile. */
export function* rowsOfChoice(tab: TabName, chosen: ChosenRows): SagaGenerator<readonly Row[] | undefined> {
  if ('rows' in chosen) {
    const { writes } = yield* select(selectEdits, tab);
    const own = writtenValues(writes.filter((write) => !chosen.writes.includes(write)));
    return chosen.rows.map((row): Row => ({ ...row, ...own.get(row._id) }));
  }
  const { data, meta } = yield* callApi('endpoint', 'rows', tab, chosen.slice);
  return meta.revision === chosen.revision ? data : undefined;
}

/** Rows, and the revision at which they were read: the lowest of several requests; undefined without a request. */
export interface ReadRows {
  readonly rows: readonly Row[];
  readonly readAt: number | undefined;
}

/** Returns the current rows with these ids, in as many requests as the length of a URL requires. */
export function* requestRows(tab: TabName, ids: readonly string[]): SagaGenerator<ReadRows> {
  const rows: Row[] = [];
  let readAt: number | undefined;
  for (const group of idGroups(ids)) {
    const slice = { query: idsQuery(group), offset: 0, limit: group.length };
    const { data, meta } = yield* callApi('endpoint', 'rows', tab, slice);
    rows.push(...data);
    readAt = Math.min(meta.revision, readAt ?? Infinity);
  }
  return { rows, readAt };
}

/** Maximum attempts of a write whose rows are changed by others between being read and written. */
const MAX_ATTEMPTS = 3;

const isChangedMeanwhile = ({ status, body }: ApiFailure) => status === 412 || body?.code === 'row_changed';

/**
 * Runs a work that reads rows and writes them if they are unchanged. If the server finds them changed, it is run again, so that no
 * change of others is overwritten.
 */
export function* againIfChanged<Result>(work: () => SagaGenerator<Result>): SagaGenerator<Result> {
  for (let attempts = 1; ; attempts += 1) {
    try {
      return yield* work();
    } catch (error) {
      if (!isChangedMeanwhile(failureOf(error)) || attempts === MAX_ATTEMPTS) throw error;
    }
  }
}

/** Outcome of a deletion: the deleted rows, and the failure if others were not deleted. */
interface Deletion {
  readonly deleted: readonly Row[];
  readonly failure?: ApiFailure;
}

/** Returns the ids of rows. */
export const idsOf = (rows: readonly Row[]) => rows.map(({ _id }) => _id);

/** Whether none of the rows exists any more; false if the request fails. */
function* areGone(tab: TabName, rows: readonly Row[]): SagaGenerator<boolean> {
  try {
    return (yield* requestRows(tab, idsOf(rows))).rows.length === 0;
  } catch {
    return false;
  }
}

/** Deletes rows that are unchanged since they were read, in one request. */
function* deleteRead(tab: TabName, { rows, readAt }: ReadRows): SagaGenerator<readonly Row[]> {
  if (rows.length === 0) return rows;
  try {
    yield* callApi('edit', 'remove', tab, idsOf(rows), readAt);
  } catch (error) {
    if (!isUnknown(failureOf(error)) || !(yield* areGone(tab, rows))) throw error;
  }
  return rows;
}

/**
 * Deletes rows, as many per request as fit into a URL. Those of each request are read right before it, as the one before may have
 * moved them.
 *
 * @param read returns the rows with these ids; undefined if they and those after them are to stay
 * @throws the failure if no row was deleted
 */
export function* deleteRows(
  tab: TabName,
  ids: readonly string[],
  read: (ids: readonly string[]) => SagaGenerator<ReadRows | undefined>,
): SagaGenerator<Deletion> {
  const deleted: Row[] = [];
  try {
    for (const group of idGroups(ids)) {
      const rows = yield* againIfChanged(function* () {
        const found = yield* read(group);
        return found && (yield* deleteRead(tab, found));
      });
      if (rows === undefined) break;
      deleted.push(...rows);
    }
  } catch (error) {
    if (deleted.length === 0) throw error;
    return { deleted, failure: failureOf(error) };
  }
  return { deleted };
}
