import { call, put, select } from 'typed-redux-saga';
import { limits } from '../../../contract/limits';
import type { Row } from '../../../contract/rows';
import { noticeShown } from '../../notices/noticesSlice';
import { counted, shown } from '../../ui/display/numbers';
import { COPY_REFUSED } from '../../ui/forms/useCopy';
import { getPorts } from '../../ports';
import { callApi, failureNotice, request } from '../../sagas/request';
import { upTo } from '../../grid/gridMoves';
import { tsvOf } from '../../grid/tsv';
import { editText } from './values';
import { rowAt, selectPages, selectShownQuery } from '../rows/endpointSelectors';
import { type cellsCopied, tabLeft, type TabName } from '../rows/endpointSlice';
import type { RowRange } from '../../grid/pageCache';

const MOST = limits.rowsPerPageMost;

/** Said when there is more than one answer can hold, and when the rows did not come. */
export const TOO_MANY = `Mark at most ${shown(MOST)} rows to copy them.`;
export const COPY_FAILED = 'The rows could not be copied. Try again.';

/** The rows of a stretch: those at hand, else asked for in one answer, of its revision. */
export function* rowsOf(tab: TabName, { first, last }: RowRange) {
  const pages = yield* select(selectPages, tab);
  const rows = upTo({ first, last }).map((index) => rowAt(pages, index));
  if (rows.every((row) => row !== undefined)) return { rows };
  const stretch = { query: yield* select(selectShownQuery, tab), offset: first, limit: rows.length };
  const { data, meta } = yield* callApi('endpoint', 'rows', tab, stretch);
  return { rows: data, revision: meta.revision };
}

const saidOf = (rows: readonly Row[], columns: readonly string[]) =>
  rows.length === 1 && columns.length === 1
    ? 'Cell copied'
    : `${counted(rows.length, 'row')}, ${counted(columns.length, 'column')} copied`;

/** Rows as text that a spreadsheet takes: tabs between columns, a line for each row; a single value as it is. */
function copiedRows(rows: readonly Row[], columns: readonly string[]): string {
  const [row] = rows;
  const [column] = columns;
  if (rows.length === 1 && columns.length === 1 && row && column !== undefined) return editText(row[column]);
  return tsvOf(rows.map((one) => columns.map((key) => editText(one[key]))));
}

/** Puts marked cells on the clipboard. */
export function* copyCells({ payload: { columns, first, last, ...tab } }: ReturnType<typeof cellsCopied>) {
  if (last - first >= MOST) {
    yield* put(noticeShown({ kind: 'error', text: TOO_MANY }));
    return;
  }
  const { copy } = yield* getPorts();
  yield* request(rowsOf(tab, { first, last }), {
    *done({ rows }) {
      const done = yield* call(copy, copiedRows(rows, columns));
      yield* put(
        noticeShown(done ? { kind: 'info', text: saidOf(rows, columns) } : { kind: 'error', text: COPY_REFUSED }),
      );
    },
    failed: (failure) => failureNotice(failure, COPY_FAILED),
    leaves: [tabLeft],
  });
}
