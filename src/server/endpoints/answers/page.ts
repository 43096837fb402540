import { limits } from '../../../contract/limits';
import type { CellValue, ColumnType } from '../../../contract/rows';
import type { ShownCells } from '../../normalise/displayedCells';
import { Refusal } from '../../refusal';
import type { FoundRows, TabView } from '../../store/memory/engine';
import type { RecordSeparator, Table } from '../../workbook/xlsx/xlsxSheet';
import { endOfChunk, type Steps } from '../../yieldToEventLoop';
import { type CellReference, keyCellReference } from '../cellReference';
import type { ColumnNames } from '../query/columnNames';
import type { Field, GroupTask, Plan, RowsTask } from '../query/plan';
import type { RowOptions } from '../query/rowsPlan';
import { fieldOf, type ResolvedQuery } from '../resolvedQuery';
import type { Part } from './answer';

/** Writes records as JSON, one value at a time. */
function jsonOfRecords(
  { keys, cell }: Pick<Table, 'keys' | 'cell'>,
  from: number,
  to: number,
  between: RecordSeparator,
): Buffer {
  const starts = keys.map((key, at) => `${at === 0 ? '{' : ','}${JSON.stringify(key)}:`);
  let text = '';
  for (let record = from; record < to; record += 1) {
    if (record > from) text += between;
    for (let at = 0; at < starts.length; at += 1) text += starts[at] + JSON.stringify(cell(record, at));
    text += '}';
  }
  return Buffer.from(text);
}

function valueOf(view: TabView, rowIndex: number, field: Field): CellValue {
  if (field === '_id') return view.id(rowIndex);
  return field === '_row' ? view.rowNumber(rowIndex) : view.value(rowIndex, field);
}

function cellOf(view: TabView, rowIndex: number, field: Field, { values, shown }: RowsOptions): CellValue {
  const value = valueOf(view, rowIndex, field);
  if (typeof field === 'string' || values === undefined || shown === undefined) return value;
  const row = view.rowNumber(rowIndex);
  return values === 'text' ? shown.text(row, field, value) : shown.formula(row, field);
}

function typeOf(names: ColumnNames, field: Field) {
  if (field === '_id') return 'text';
  return field === '_row' ? 'integer' : names.column(field).type;
}

function keyOf(names: ColumnNames, field: Field, slugKeys: boolean) {
  if (typeof field === 'string') return field;
  const { key, slug } = names.column(field);
  return slugKeys ? slug : key;
}

/** Returns whether the JSON of rows is the stored one. */
export const isStoredJson = ({ fields, slugKeys, values }: RowOptions): boolean =>
  fields === undefined && !slugKeys && values === undefined;

/**
 * Returns a table of rows of a view.
 *
 * @param rowIndexes rows of the view, in the order of the table
 */
export function rowsTable(view: TabView, rowIndexes: Uint32Array, names: ColumnNames, plan: RowsOptions): Table {
  const fields = plan.fields ?? (['_id', ...names.visible] as const);
  const keys = fields.map((field) => keyOf(names, field, plan.slugKeys));
  const types = fields.map((field) => (plan.values === undefined ? typeOf(names, field) : 'text'));
  const cell = (record: number, at: number) => cellOf(view, rowIndexes[record] ?? 0, fields[at] ?? '_id', plan);
  const isStored = isStoredJson(plan);
  const json: Table['json'] = (from, to, between) =>
    isStored
      ? view.writeRows(rowIndexes.subarray(from, to), between)
      : jsonOfRecords({ keys, cell }, from, to, between);
  const bytesOf = (record: number) => view.bytes(rowIndexes[record] ?? 0);
  const table = { keys, types, count: rowIndexes.length, cell, json, bytesOf };
  if (plan.values === undefined) return table;
  const isNumber = (record: number, at: number) =>
    typeof valueOf(view, rowIndexes[record] ?? 0, fields[at] ?? '_id') === 'number';
  return { ...table, isNumber };
}

/** Fields of rows and how to write them. */
interface RowsOptions extends RowOptions {
  /** Displayed text or formulas in place of values, if requested. */
  readonly shown: ShownCells | undefined;
}

/** Returns the types of a group's keys and aggregates. */
function typesOf({ by, aggregates }: GroupTask, names: ColumnNames): ColumnType[] {
  return [
    ...by.map((at) => names.column(at).type),
    ...aggregates.map((aggregate) => {
      if (aggregate.fn === 'count') return 'integer';
      return aggregate.fn === 'min' || aggregate.fn === 'max' ? names.column(aggregate.column).type : 'number';
    }),
  ];
}

/** Refuses rows that are too long for one JSON response. @throws Refusal `too_large` */
export function refuseTooLong({ query }: Pick<ResolvedQuery, 'query'>, bytes: number): void {
  if (bytes <= limits.bytesPerResponse) return;
  const limit = fieldOf({ query }, 'limit');
  const fields = fieldOf({ query }, 'fields');
  const detail = `The rows of this response are larger than ${limits.bytesPerResponse / 1024 ** 2} MB.`;
  throw new Refusal('too_large', detail, {
    hint: `Lower ${limit} and follow the pages, or choose columns with ${fields}. Files, such as .ndjson, have no limit.`,
  });
}

type Parts = Generator<Part, void, undefined>;

/** Number of cells in a part at most, and of characters after which it ends: a cell may be long. */
const CELLS_PER_PART = 256;
const CHARACTERS_PER_PART = 16_384;

/** `{"Name":[…],"City":[…]}` */
function* columnsJson({ keys, count, cell }: Table): Parts {
  yield '{';
  for (const [at, key] of keys.entries()) {
    let text = `${at === 0 ? '' : ','}${JSON.stringify(key)}:[`;
    for (let record = 0; record < count; record += 1) {
      text += (record === 0 ? '' : ',') + JSON.stringify(cell(record, at));
      if (text.length < CHARACTERS_PER_PART) continue;
      yield text;
      text = '';
    }
    yield `${text}]`;
  }
  yield '}';
}

/** `[{…},{…}]` */
function* arrayJson(table: Table): Parts {
  yield '[';
  const records = Math.max(1, Math.floor(CELLS_PER_PART / table.keys.length));
  for (let from = 0; from < table.count;) {
    if (from > 0) yield ',';
    const to = endOfChunk(from, Math.min(from + records, table.count), table.bytesOf);
    yield table.json(from, to, ',');
    from = to;
  }
  yield ']';
}

function refuseDuplicateId(id: string, cells: readonly CellReference[]): never {
  throw new Refusal(
    'duplicate_key',
    `Several rows have the id “${id}”, so they cannot be keyed by it: ${cells.map(({ where }) => where).join(', ')}.`,
    {
      hint: 'Leave _shape out, or give each row another value in the key column.',
      errors: cells.map(({ line }) => ({ ...line, detail: `This cell holds “${id}”.` })),
    },
  );
}

/** `{"r_8k2…":{…}}`; @throws Refusal `duplicate_key` if two rows have the same id */
function* objectJson({ view, tab, names }: PageSource, { table, rowIndexes }: Page): Parts {
  const seen = new Map<string, number>();
  const cellOfId = (rowIndex: number) => keyCellReference(tab, names, view.rowNumber(rowIndex));
  yield '{';
  for (const [record, rowIndex] of rowIndexes.entries()) {
    const id = view.id(rowIndex);
    const first = seen.get(id);
    if (first !== undefined) refuseDuplicateId(id, [cellOfId(first), cellOfId(rowIndex)]);
    seen.set(id, rowIndex);
    yield `${record === 0 ? '' : ','}${JSON.stringify(id)}:`;
    yield table.json(record, record + 1, ',');
  }
  yield '}';
}

function partsOf(source: PageSource, page: Page): Parts {
  const { shape } = source.plan;
  if (shape === 'columns') return columnsJson(page.table);
  return shape === 'object' ? objectJson(source, page) : arrayJson(page.table);
}

/** Writes the value of `data`, in steps that yield to the event loop. @throws Refusal `too_large` */
export function* dataJson(source: PageSource, page: Page): Steps<readonly Part[]> {
  const parts: Part[] = [];
  let bytes = 0;
  for (const part of partsOf(source, page)) {
    parts.push(part);
    bytes += Buffer.byteLength(part);
    refuseTooLong(source, bytes);
    yield;
  }
  return parts;
}

/** Page of the results of a query. */
export interface Page {
  /** Number of results on all pages. */
  readonly total: number;
  readonly table: Table;
  /** For rows, their indexes in the view. */
  readonly rowIndexes: Uint32Array;
}

/**
 * Finds the rows of a page whose stored bytes can be copied into the response.
 *
 * @returns undefined if the plan needs more than the stored bytes of complete rows
 */
export function copyableRows(view: TabView, plan: Plan): FoundRows | undefined {
  const { task, where, shape, single, slugKeys, values, offset, limit } = plan;
  if (task.kind !== 'rows' || single || (shape !== 'rows' && shape !== 'array')) return undefined;
  if (!isStoredJson({ fields: task.fields, slugKeys, values })) return undefined;
  return view.page({ where, order: task.order, offset, limit });
}

/** What a page is read from. */
type PageSource = Pick<ResolvedQuery, 'tab' | 'query' | 'view' | 'plan' | 'names' | 'shown'>;

const NO_ROWS = new Uint32Array();

function rowsPage({ view, plan, names, shown }: PageSource, task: RowsTask, limit: number): Page {
  const { rowIndexes, total } = view.select({
    where: plan.where,
    order: task.order,
    offset: plan.offset,
    limit,
  });
  const { slugKeys, values } = plan;
  return {
    total,
    rowIndexes,
    table: rowsTable(view, rowIndexes, names, { fields: task.fields, slugKeys, values, shown }),
  };
}

/** Reads a page of groups. */
function groupsPage({ view, plan: { where, offset }, names }: PageSource, task: GroupTask, limit: number): Page {
  const groups = view.group(task, where);
  const { names: keys } = task;
  const count = Math.max(0, Math.min(limit, groups.count - offset));
  const cell: Table['cell'] = (record, at) => groups.cell(offset + record, at);
  const json: Table['json'] = (from, to, between) => jsonOfRecords({ keys, cell }, from, to, between);
  const bytesOf = (record: number) => keys.reduce((sum, _, at) => sum + String(cell(record, at)).length, 0);
  const table = { keys, types: typesOf(task, names), count, cell, json, bytesOf };
  return { total: groups.count, rowIndexes: NO_ROWS, table };
}

/**
 * Reads a page of results.
 *
 * @param limit maximum number of records
 */
export function pageOf(source: PageSource, limit: number): Page {
  const { task } = source.plan;
  return task.kind === 'rows' ? rowsPage(source, task, limit) : groupsPage(source, task, limit);
}
