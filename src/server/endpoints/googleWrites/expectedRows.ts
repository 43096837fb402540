import type { RowVersions } from '../../../contract/problems';
import type { CellValue } from '../../../contract/rows';
import type { Db } from '../../database/schema';
import { rowChanged } from '../../google/write/writeRefusals';
import { isLocked, type SheetFacts } from '../../normalise/sheetFacts';
import { findKeptAnswer, keepAnswer } from '../../store/log/idempotency';
import type { OpenedTab, PlannedWrite, RowWrite, Work } from '../../store/log/plannedWrite';
import type { WriteRequest } from '../../store/log/writer';
import { formerIdOf, type TabView } from '../../store/memory/engine';
import { runInSteps } from '../../yieldToEventLoop';
import { writableOf } from '../write/openForWriting';

/** Values of a row, by column key. */
export type Values = Readonly<Record<string, CellValue>>;

const rowValues = (view: TabView, rowIndex: number): Values =>
  Object.fromEntries(view.columns.map(({ key }, column) => [key, view.value(rowIndex, column)]));

/** Values of the rows of a write when the write first arrived, by the ids in the request. */
export type ExpectedRows = ReadonlyMap<string, Values>;

const NONE: ExpectedRows = new Map<string, Values>();

async function plannedRowsOrNone(work: Work, opened: OpenedTab): Promise<readonly RowWrite[]> {
  try {
    return (await runInSteps(work.plan(writableOf(opened)))).rows;
  } catch {
    // The error is thrown again in the write's turn, unless other rows have the ids by then.
    return [];
  }
}

async function expectedNow(work: Work, opened: OpenedTab): Promise<ExpectedRows> {
  const view = opened.served.view();
  const expected = new Map<string, Values>();
  for (const row of await plannedRowsOrNone(work, opened)) {
    if (row.kind === 'append') continue;
    const id = formerIdOf(row);
    const rowIndex = uniqueRowIndex(view, id);
    if (rowIndex !== undefined) expected.set(id, rowValues(view, rowIndex));
  }
  return expected;
}

/**
 * Returns the values of a write's rows at the time when it first arrived. A generated id may belong to another row when the request
 * is repeated, because such a sheet identifies rows only by their position. The values are stored before the write's own requests to
 * Google, when the outcome of earlier writes is known.
 *
 * @returns no rows if the write has no `Idempotency-Key` to be repeated with, or does not name rows by generated ids
 */
export async function expectedRows(
  db: Db,
  { work, keep, open }: Pick<WriteRequest<PlannedWrite>, 'work' | 'keep' | 'open'>,
): Promise<ExpectedRows> {
  // Conditions, and ids from a key column, refer to the same rows wherever these are.
  if (keep === undefined || work.needsAll) return NONE;
  const opened = await open();
  if (opened.state.keyAt >= 0) return NONE;
  // Stored like responses, under another caller than the response of the request.
  const stored = { ...keep, caller: `expected by ${keep.caller}` };
  const previous = await findKeptAnswer(db, { tabId: opened.tabId, ...stored });
  if (previous?.requestHash === keep.requestHash) return new Map(JSON.parse(previous.answer) as [string, Values][]);
  const expected = await expectedNow(work, opened);
  if (expected.size > 0)
    await keepAnswer(db, { ...stored, tabId: opened.tabId, answer: JSON.stringify([...expected]) });
  return expected;
}

/** Current rows of the spreadsheet. */
interface CurrentRows {
  readonly view: TabView;
  readonly sheet: SheetFacts;
}

/** Returns the keys of the columns that people write. Values of formulas change on their own. */
const editableKeys = ({ view, sheet }: CurrentRows, rowIndex: number) =>
  view.columns.filter((column) => !isLocked(sheet, view.rowNumber(rowIndex), column)).map(({ key }) => key);

function uniqueRowIndex(view: TabView, id: string): number | undefined {
  const rowIndexes = view.find(id);
  return rowIndexes.length === 1 ? rowIndexes[0] : undefined;
}

/** Rows as the caller could last read them. */
export interface SeenRows {
  readonly view: TabView;
  /** Their values when the write first arrived, if it is repeated. */
  readonly expected: ExpectedRows;
}

function seenValues({ view, expected }: SeenRows, id: string): Values | undefined {
  const values = expected.get(id);
  if (values !== undefined) return values;
  const rowIndex = uniqueRowIndex(view, id);
  return rowIndex === undefined ? undefined : rowValues(view, rowIndex);
}

function changeOf(seen: SeenRows, current: CurrentRows, row: RowWrite): RowVersions | undefined {
  if (row.kind === 'append') return undefined;
  const id = formerIdOf(row);
  const rowIndex = uniqueRowIndex(current.view, id);
  if (rowIndex === undefined) return undefined;
  const served = seenValues(seen, id);
  const now = rowValues(current.view, rowIndex);
  if (served === undefined) return { _id: id, served: null, current: now };
  const isUnchanged = editableKeys(current, rowIndex).every((key) => (served[key] ?? null) === now[key]);
  return isUnchanged ? undefined : { _id: id, served, current: now };
}

/**
 * Checks that the rows to change or remove are unchanged since the caller could last read them. A row that did not exist then may
 * be an existing one that a person has moved and changed.
 *
 * @param seen rows as served
 * @param current current rows of the spreadsheet
 * @param readableKeys returns the keys of the columns that the caller may read
 * @throws Refusal `row_changed` with both versions
 */
export function refuseChanged(
  seen: SeenRows,
  current: CurrentRows,
  rows: readonly RowWrite[],
  readableKeys: (view: TabView) => readonly string[],
): void {
  const changes = rows.flatMap((row) => changeOf(seen, current, row) ?? []);
  if (changes.length === 0) return;
  const keys = readableKeys(current.view);
  const pick = (values: Values) => Object.fromEntries(keys.map((key) => [key, values[key] ?? null]));
  const versions = changes.map(({ _id, served, current: now }) => ({
    _id,
    served: served && pick(served),
    current: pick(now),
  }));
  throw rowChanged(versions, seen.expected.size > 0);
}
