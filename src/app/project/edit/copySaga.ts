import { call, put, select } from 'typed-redux-saga';
import { limits } from '../../../contract/limits';
import type { Row } from '../../../contract/rows';
import { noticeShown } from '../../notices/noticesSlice';
import { counted, formatNumber } from '../../ui/display/numbers';
import { COPY_REFUSED } from '../../ui/forms/useCopy';
import { getPorts } from '../../ports';
import { callApi, failureNotice, request } from '../../sagas/request';
import { rangeIndexes } from '../../grid/gridMoves';
import { toTsv } from '../../grid/tsv';
import { editText } from './values';
import { rowAt, selectPages, selectShownQuery } from '../rows/endpointSelectors';
import { type cellsCopied, tabLeft, type TabName } from '../rows/endpointSlice';
import type { RowRange } from '../../grid/pageCache';

const MAX_ROWS = limits.rowsPerPageMost;

/** Notices for more rows than one response can contain, and for a failed request. */
export const TOO_MANY = `Mark at most ${formatNumber(MAX_ROWS)} rows to copy them.`;
export const COPY_FAILED = 'The rows could not be copied. Try again.';

/** Returns the rows of a range: the loaded ones, or those of one request with its revision. */
export function* rowsOf(tab: TabName, { first, last }: RowRange) {
  const pages = yield* select(selectPages, tab);
  const rows = rangeIndexes({ first, last }).map((index) => rowAt(pages, index));
  if (rows.every((row) => row !== undefined)) return { rows };
  const slice = { query: yield* select(selectShownQuery, tab), offset: first, limit: rows.length };
  const { data, meta } = yield* callApi('endpoint', 'rows', tab, slice);
  return { rows: data, revision: meta.revision };
}

const noticeText = (rows: readonly Row[], columns: readonly string[]) =>
  rows.length === 1 && columns.length === 1
    ? 'Cell copied'
    : `${counted(rows.length, 'row')}, ${counted(columns.length, 'column')} copied`;

/** Returns rows as tab-separated text for a spreadsheet; a single value unquoted. */
function copiedRows(rows: readonly Row[], columns: readonly string[]): string {
  const [row] = rows;
  const [column] = columns;
  if (rows.length === 1 && columns.length === 1 && row && column !== undefined) return editText(row[column]);
  return toTsv(rows.map((one) => columns.map((key) => editText(one[key]))));
}

/** Copies selected cells to the clipboard. */
export function* copyCells({ payload: { columns, first, last, ...tab } }: ReturnType<typeof cellsCopied>) {
  if (last - first >= MAX_ROWS) {
    yield* put(noticeShown({ kind: 'error', text: TOO_MANY }));
    return;
  }
  const { copy } = yield* getPorts();
  yield* request(rowsOf(tab, { first, last }), {
    *done({ rows }) {
      const done = yield* call(copy, copiedRows(rows, columns));
      yield* put(
        noticeShown(done ? { kind: 'info', text: noticeText(rows, columns) } : { kind: 'error', text: COPY_REFUSED }),
      );
    },
    failed: (failure) => failureNotice(failure, COPY_FAILED),
    leaves: [tabLeft],
  });
}
