import { attachment } from '../http/contentDisposition';
import { Refusal } from '../refusal';
import type { Answer, Coding, Part, AnswerMeta } from './answers/answer';
import { joinParts, pooledBody } from './answers/bodies';
import { csvOf, type FileFormat, mediaTypes, ndjsonOf } from './answers/format';
import { dataJson, pageOf, copyableRows, type RowNames } from './answers/page';
import type { Table } from '../workbook/xlsx/xlsxSheet';
import type { TabView } from '../store/memory/engine';
import type { Steps } from '../yieldToEventLoop';
import { XLSX_COLUMNS, XLSX_ROWS, xlsxOf } from '../workbook/xlsx/xlsxFile';
import { invalid } from './query/queryRefusals';
import { cursorText } from './query/rowsPlan';
import type { ResolvedQuery } from './resolvedQuery';
import { type StaleColumn, staleIn } from './staleFormulas';
import { keyCellReference } from './cellReference';

/** Number of all matching rows and of the rows on this page, and the stale columns of the page. */
interface Page {
  readonly total: number;
  readonly count: number;
  /** JSON of the stale columns, with a leading comma. */
  readonly stale: string;
}

/** Page with its data, in any shape. */
interface PageWithData extends Page {
  /** JSON of `data`. */
  readonly data: readonly Part[];
}

function rowNamesOf({ tab, names }: ResolvedQuery, view: TabView, rowIndexes: Uint32Array): RowNames {
  return {
    id: (record) => view.id(rowIndexes[record] ?? 0),
    cell: (record) => keyCellReference(tab, names, view.rowNumber(rowIndexes[record] ?? 0)),
  };
}

function* readPage(query: ResolvedQuery): Steps<PageWithData> {
  const { plan, view } = query;
  const { total, table, rowIndexes } = pageOf(query, plan.limit);
  const data = yield* dataJson(table, plan.shape, rowNamesOf(query, view, rowIndexes));
  return { total, count: table.count, data, stale: yield* staleJson(query, rowIndexes) };
}

/** Returns the cursor of the next page, if there is one. */
export function cursorAfter({ plan, revision }: ResolvedQuery, total: number, count: number): string | undefined {
  const offset = plan.offset + count;
  if (count === 0 || offset >= total) return undefined;
  return cursorText({ revision, offset, fingerprint: plan.fingerprint });
}

/** Returns the URL of the next page. A query in a body has none. */
export const nextUrlOf = ({ url, nextQuery }: ResolvedQuery, cursor: string | undefined): string | undefined =>
  cursor === undefined || nextQuery === undefined
    ? undefined
    : `${url}?${nextQuery}${nextQuery === '' ? '' : '&'}_cursor=${cursor}`;

/** Returns the JSON that leads to the next page, with a trailing comma. */
function nextJsonOf(query: ResolvedQuery, cursor: string | undefined): string {
  if (cursor === undefined) return '';
  if (query.nextQuery === undefined) return `"cursor":"${cursor}",`;
  return `"next":${JSON.stringify(nextUrlOf(query, cursor))},`;
}

const fieldsOf = ({ task }: ResolvedQuery['plan']) => (task.kind === 'rows' ? task.fields : undefined);

const staleColumnsOf = ({ stale, names, plan }: ResolvedQuery): readonly StaleColumn[] =>
  stale?.columnsOf(names, { fields: fieldsOf(plan), slugKeys: plan.slugKeys }) ?? [];

/** Returns the JSON of the stale columns, with a leading comma. */
const staleNamesJson = (columns: readonly StaleColumn[]): string =>
  columns.length === 0 ? '' : `,"stale":${JSON.stringify(columns.map(({ name }) => name))}`;

/** As {@link staleNamesJson}; if formulas are requested, also lists the rows in which they are stale. */
function* staleJson(query: ResolvedQuery, rowIndexes: Uint32Array): Steps<string> {
  const { plan, view } = query;
  const columns = staleColumnsOf(query);
  const json = staleNamesJson(columns);
  if (json === '') return '';
  if (plan.values !== 'formula') return json;
  const rows = new Map<string, string[]>();
  for (const rowIndex of rowIndexes) {
    const inRow = staleIn(columns, view.rowNumber(rowIndex));
    if (inRow.length > 0) rows.set(view.id(rowIndex), inRow);
    yield;
  }
  return `${json},"staleRows":${JSON.stringify(Object.fromEntries(rows))}`;
}

/** As {@link staleJson}, for a response of one row or one group. */
function staleInOne(query: ResolvedQuery, rowIndex: number | undefined): string {
  const { plan, view } = query;
  const columns = staleColumnsOf(query);
  const inOne = rowIndex === undefined ? columns.map(({ name }) => name) : staleIn(columns, view.rowNumber(rowIndex));
  if (inOne.length === 0) return '';
  const json = `,"stale":${JSON.stringify(inOne)}`;
  if (rowIndex === undefined || plan.values !== 'formula') return json;
  return `${json},"staleRows":${JSON.stringify({ [view.id(rowIndex)]: inOne })}`;
}

/** Returns the JSON of a page's `meta`; see `RowsMeta` of the contract. */
function metaJson(query: ResolvedQuery, { total, count, stale }: Page, cursor: string | undefined): string {
  const { plan, revision } = query;
  const next = nextJsonOf(query, cursor);
  return `{"total":${total},"count":${count},"limit":${plan.limit},"offset":${plan.offset},${next}"revision":${revision}${stale}}`;
}

function refuseNoRow({ tab }: ResolvedQuery): never {
  throw new Refusal('not_found', `No row of ${tab.title} matches the query.`);
}

/** Builds the response of a single object, with or without its revision. */
function singleAnswer(query: ResolvedQuery): Answer {
  const { plan, revision, tag } = query;
  const { total, table, rowIndexes } = pageOf(query, Math.min(plan.limit, 1));
  if (table.count === 0) refuseNoRow(query);
  const record = table.json(0, 1, ',');
  const stale = staleInOne(query, rowIndexes[0]);
  const parts = plan.shape === 'array' ? [record] : ['{"data":', record, `,"meta":{"revision":${revision}${stale}}}`];
  return { tag, meta: { revision, total }, type: mediaTypes.json, bodies: { identity: joinParts(parts) } };
}

/** Returns the JSON that follows the rows of a response. */
function afterRows(query: ResolvedQuery, page: Page, cursor: string | undefined): string {
  return `,"meta":${metaJson(query, page, cursor)}${columnsJson(query)}}`;
}

/** Returns the JSON of the columns and of their cells that cannot be written, with a leading comma. */
function columnsJson({ columns, locked }: ResolvedQuery): string {
  if (columns === undefined) return '';
  const cells = locked.length === 0 ? '' : `,"locked":${JSON.stringify(locked)}`;
  return `,"columns":${JSON.stringify(columns)}${cells}`;
}

const metaOf = (query: ResolvedQuery, { total }: Page, cursor: string | undefined): AnswerMeta => ({
  revision: query.revision,
  total,
  next: nextUrlOf(query, cursor),
});

/** Maximum bytes of rows to copy in one turn of the event loop. */
const MAX_COPIED_BYTES = 1 << 21;

/** Builds a JSON response by copying the stored bytes of rows, if the query allows that and the rows are not too long. */
export function copiedRowsAnswer(query: ResolvedQuery): Answer | undefined {
  const { tag, plan, view } = query;
  const rows = copyableRows(view, plan);
  if (rows === undefined || rows.bytes > MAX_COPIED_BYTES) return undefined;
  const { total, count } = rows;
  const cursor = cursorAfter(query, total, count);
  const page = { total, count, stale: staleNamesJson(staleColumnsOf(query)) };
  const identity =
    plan.shape === 'array'
      ? pooledBody('[', rows, ']')
      : pooledBody('{"data":[', rows, `]${afterRows(query, page, cursor)}`);
  return { tag, meta: metaOf(query, page, cursor), type: mediaTypes.json, bodies: { identity }, isPooled: true };
}

/**
 * Builds the JSON response of any query, in steps that yield to the event loop.
 *
 * @throws Refusal `not_found` if a single object is requested and no row matches, `duplicate_key` if rows cannot be keyed
 */
export function* rowsAnswer(query: ResolvedQuery): Steps<Answer> {
  const { plan } = query;
  if (plan.single) return singleAnswer(query);
  const page = yield* readPage(query);
  const cursor = cursorAfter(query, page.total, page.count);
  const parts = plan.shape === 'array' ? page.data : ['{"data":', ...page.data, afterRows(query, page, cursor)];
  const meta = metaOf(query, page, cursor);
  return { tag: query.tag, meta, type: mediaTypes.json, bodies: { identity: joinParts(parts) } };
}

function writerOf(format: FileFormat, table: Table, { plan, tab }: ResolvedQuery) {
  switch (format) {
    case 'csv':
      return () => csvOf(table, plan.rawCsv);
    case 'ndjson':
      return () => ndjsonOf(table);
    case 'xlsx':
      return () => xlsxOf(table, tab.title);
  }
}

/** Rejects parameters that have no effect on the format. */
function refuseShape({ plan, fieldOf }: ResolvedQuery, format: FileFormat) {
  if (plan.shape !== 'rows') {
    const field = fieldOf('shape');
    invalid(field, `${field} is for JSON, and this answer is ${format}.`, `Leave ${field} out.`);
  }
}

function refuseTooLong({ count, keys }: Table) {
  if (count < XLSX_ROWS && keys.length <= XLSX_COLUMNS) return;
  const detail = `A sheet of an .xlsx file has ${XLSX_ROWS - 1} rows under its header, and this answer has ${count}.`;
  throw new Refusal('too_large', detail, { hint: 'Ask for .csv or .ndjson, or for fewer rows.' });
}

/** Returns the file name: the title without control characters, which a header cannot carry. */
const fileName = (title: string, format: FileFormat) => `${title.replace(/[\p{Cc}/\\]/gu, ' ').trim()}.${format}`;

/** Returns the coding of a file. An `.xlsx` file is compressed already. */
const codingOf = (format: FileFormat, accepted: Coding): Coding => (format === 'xlsx' ? 'identity' : accepted);

/**
 * Builds a response whose file is written while it is sent. It has all matching rows unless a limit is given.
 *
 * @param accepted coding that the client prefers
 * @throws Refusal `too_large` if the format cannot hold the rows, `not_found` if a single row is requested and none matches
 */
export function fileAnswer(query: ResolvedQuery, format: FileFormat, accepted: Coding): Answer {
  refuseShape(query, format);
  const { plan, view, tab, tag, revision } = query;
  const limit = plan.isLimited ? plan.limit : view.rows;
  const { total, table } = pageOf(query, plan.single ? Math.min(limit, 1) : limit);
  if (plan.single && table.count === 0) refuseNoRow(query);
  if (format === 'xlsx') refuseTooLong(table);
  const cursor = plan.single ? undefined : cursorAfter(query, total, table.count);
  return {
    tag,
    meta: { revision, total, next: nextUrlOf(query, cursor) },
    type: mediaTypes[format],
    bodies: {},
    file: {
      disposition: attachment(fileName(tab.title, format)),
      coding: codingOf(format, accepted),
      write: writerOf(format, table, query),
    },
  };
}
