import type { RowsMeta } from '../../contract/rows';
import { attachment } from '../http/contentDisposition';
import { Refusal } from '../refusal';
import type { Answer, Coding } from './answers/answer';
import { joinParts, pooledBody } from './answers/bodies';
import { csvOf, type FileFormat, mediaTypes, ndjsonOf } from './answers/format';
import { dataJson, pageOf, copyableRows, refuseTooLong } from './answers/page';
import type { Table } from '../workbook/xlsx/xlsxSheet';
import type { Steps } from '../yieldToEventLoop';
import { XLSX_COLUMNS, XLSX_ROWS, xlsxOf } from '../workbook/xlsx/xlsxFile';
import { invalid } from './query/queryRefusals';
import { cursorText } from './query/rowsPlan';
import { fieldOf, type ResolvedQuery } from './resolvedQuery';
import { type StaleColumn, staleIn } from './staleFormulas';

/** Returns how to request the next page, if there is one: by its URL, or by a cursor if the query is in a body. */
function nextOf(
  { plan, view: { revision }, url, nextQuery }: ResolvedQuery,
  total: number,
  count: number,
): Pick<RowsMeta, 'next' | 'cursor'> {
  const offset = plan.offset + count;
  if (count === 0 || offset >= total) return {};
  const cursor = cursorText(plan.fingerprint, { revision, offset });
  if (nextQuery === undefined) return { cursor };
  return { next: `${url}?${nextQuery}${nextQuery === '' ? '' : '&'}_cursor=${cursor}` };
}

const staleColumnsOf = ({ stale, names, plan: { task, slugKeys } }: ResolvedQuery): readonly StaleColumn[] =>
  stale?.columnsOf(names, { fields: task.kind === 'rows' ? task.fields : undefined, slugKeys }) ?? [];

const namesIn = (columns: readonly StaleColumn[]) => columns.map(({ name }) => name);

type StaleMeta = Pick<RowsMeta, 'stale' | 'staleRows'>;

/** The `meta` of a response. Its fields are written out: V8 creates a new hidden class for most objects that are spread together. */
type Meta = { readonly [Field in keyof RowsMeta]: RowsMeta[Field] | undefined } & Pick<RowsMeta, 'revision' | 'total'>;

const staleMeta = (columns: readonly StaleColumn[]): StaleMeta =>
  columns.length === 0 ? {} : { stale: namesIn(columns) };

/** As {@link staleMeta}; if formulas are requested, also lists the rows in which they are stale. */
function* staleMetaOfRows(
  { plan, view }: ResolvedQuery,
  columns: readonly StaleColumn[],
  rowIndexes: Uint32Array,
): Steps<StaleMeta> {
  if (columns.length === 0 || plan.values !== 'formula') return staleMeta(columns);
  const rows = new Map<string, string[]>();
  for (const rowIndex of rowIndexes) {
    const inRow = staleIn(columns, view.rowNumber(rowIndex));
    if (inRow.length > 0) rows.set(view.id(rowIndex), namesIn(inRow));
    yield;
  }
  return { ...staleMeta(columns), staleRows: Object.fromEntries(rows) };
}

function metaOf(query: ResolvedQuery, total: number, count: number, { stale, staleRows }: StaleMeta): Meta {
  const { limit, offset } = query.plan;
  const { next, cursor } = nextOf(query, total, count);
  return { total, count, limit, offset, next, cursor, revision: query.view.revision, stale, staleRows };
}

/** Returns the JSON that ends a response after its `data`. */
const afterData = (fields: Readonly<Record<string, unknown>>): string => `,${JSON.stringify(fields).slice(1)}`;

/** As {@link afterData}, for a response of rows: its columns too, and their cells that cannot be written, if requested. */
const afterRows = ({ columns, locked }: ResolvedQuery, meta: Meta): string =>
  afterData({ meta, columns, locked: locked.length === 0 ? undefined : locked });

function refuseNoRow({ tab }: ResolvedQuery): never {
  throw new Refusal('not_found', `No row of ${tab.title} matches the query.`);
}

/** Builds the response of a single object, with or without its revision. */
function* singleAnswer(query: ResolvedQuery): Steps<Answer> {
  const { plan, view, tag } = query;
  const { revision } = view;
  const { total, table, rowIndexes } = pageOf(query, Math.min(plan.limit, 1));
  if (table.count === 0) refuseNoRow(query);
  const [rowIndex] = rowIndexes;
  const columns = staleColumnsOf(query);
  const inRow = rowIndex === undefined ? columns : staleIn(columns, view.rowNumber(rowIndex));
  const stale = yield* staleMetaOfRows(query, inRow, rowIndexes);
  const record = table.json(0, 1, ',');
  const parts = plan.shape === 'array' ? [record] : ['{"data":', record, afterData({ meta: { revision, ...stale } })];
  return { tag, meta: { revision, total }, type: mediaTypes.json, bodies: { identity: joinParts(parts) } };
}

/** Maximum bytes of rows to copy in one turn of the event loop. */
const MAX_COPIED_BYTES = 1 << 21;

/**
 * Builds a JSON response by copying the stored bytes of rows, if the query allows that and they can be copied in one turn.
 *
 * @throws Refusal `too_large` for rows that are too long for a response
 */
export function copiedRowsAnswer(query: ResolvedQuery): Answer | undefined {
  const { tag, plan, view } = query;
  const rows = copyableRows(view, plan);
  if (rows === undefined) return undefined;
  refuseTooLong(query, rows.bytes);
  if (rows.bytes > MAX_COPIED_BYTES) return undefined;
  const meta = metaOf(query, rows.total, rows.count, staleMeta(staleColumnsOf(query)));
  const identity =
    plan.shape === 'array' ? pooledBody('[', rows, ']') : pooledBody('{"data":[', rows, `]${afterRows(query, meta)}`);
  return { tag, meta, type: mediaTypes.json, bodies: { identity }, isPooled: true };
}

/**
 * Builds the JSON response of any query, in steps that yield to the event loop.
 *
 * @throws Refusal `not_found` if a single object is requested and no row matches, `duplicate_key` if rows cannot be keyed,
 *   `too_large` for rows that are too long
 */
export function* rowsAnswer(query: ResolvedQuery): Steps<Answer> {
  const { plan, tag } = query;
  if (plan.single) return yield* singleAnswer(query);
  const page = pageOf(query, plan.limit);
  const { total, table, rowIndexes } = page;
  const data = yield* dataJson(query, page);
  const stale = yield* staleMetaOfRows(query, staleColumnsOf(query), rowIndexes);
  const meta = metaOf(query, total, table.count, stale);
  const parts = plan.shape === 'array' ? data : ['{"data":', ...data, afterRows(query, meta)];
  return { tag, meta, type: mediaTypes.json, bodies: { identity: joinParts(parts) } };
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
function refuseShape(query: ResolvedQuery, format: FileFormat) {
  if (query.plan.shape === 'rows') return;
  const field = fieldOf(query, 'shape');
  invalid(field, `${field} is for JSON, and this answer is ${format}.`, `Leave ${field} out.`);
}

function refuseTooManyRows({ count, keys }: Table) {
  if (count < XLSX_ROWS && keys.length <= XLSX_COLUMNS) return;
  const detail = `A sheet of an .xlsx file has ${XLSX_ROWS - 1} rows under its header, and this answer has ${count}.`;
  throw new Refusal('too_large', detail, { hint: 'Ask for .csv or .ndjson, or for fewer rows.' });
}

/** Returns the file name: the title without control characters, which a header cannot carry. */
const fileName = (title: string, format: FileFormat) => `${title.replace(/[\p{Cc}/\\]/gu, ' ').trim()}.${format}`;

/**
 * Builds a response whose file is written while it is sent. It has all matching rows unless a limit is given.
 *
 * @param accepted coding that the client prefers
 * @throws Refusal `too_large` if the format cannot hold the rows, `not_found` if a single row is requested and none matches
 */
export function fileAnswer(query: ResolvedQuery, format: FileFormat, accepted: Coding): Answer {
  refuseShape(query, format);
  const { plan, view, tab, tag } = query;
  const limit = plan.isLimited ? plan.limit : view.rows;
  const { total, table } = pageOf(query, plan.single ? Math.min(limit, 1) : limit);
  if (plan.single && table.count === 0) refuseNoRow(query);
  if (format === 'xlsx') refuseTooManyRows(table);
  return {
    tag,
    meta: { revision: view.revision, total, ...(!plan.single && nextOf(query, total, table.count)) },
    type: mediaTypes[format],
    bodies: {},
    file: {
      disposition: attachment(fileName(tab.title, format)),
      // An `.xlsx` file is compressed already.
      coding: format === 'xlsx' ? 'identity' : accepted,
      write: writerOf(format, table, query),
    },
  };
}
