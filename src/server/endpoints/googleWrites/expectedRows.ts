import type { RowVersions } from '../../../contract/problems';
import type { CellValue } from '../../../contract/rows';
import type { Db } from '../../database/schema';
import { rowChanged } from '../../google/write/writeRefusals';
import { isLocked, type SheetFacts } from '../../normalise/sheetFacts';
import { findKeptAnswer, keepAnswer } from '../../store/log/keptAnswers';
import type { OpenedTab, PlannedWrite, RowWrite, Work } from '../../store/log/work';
import type { WriteRequest } from '../../store/log/writer';
import type { TabView } from '../../store/memory/engine';
import { runInSteps } from '../../yieldToEventLoop';
import { writableOf } from '../write/openForWriting';

/** Values of a row, by column key. */
export type Values = Readonly<Record<string, CellValue>>;

const rowValues = (view: TabView, rowIndex: number): Values =>
  Object.fromEntries(view.columns.map(({ key }, column) => [key, view.value(rowIndex, column)]));

/** Values of the rows of a write when the write first arrived, by the ids in the request. */
export type ExpectedRows = ReadonlyMap<string, Values>;

const NONE: ExpectedRows = new Map<string, Values>();

/** Returns the id that a row had before the write. */
export const formerId = (row: RowWrite): string => (row.kind === 'update' ? (row.formerId ?? row.id) : row.id);

async function plannedRows(work: Work, opened: OpenedTab): Promise<readonly RowWrite[]> {
  try {
    return (await runInSteps(work.plan(writableOf(opened)))).rows;
  } catch {
    // The error is thrown again in the write's turn, unless other rows have the ids by then.
    return [];
  }
}

async function expectedNow(work: Work, opened: OpenedTab): Promise<ExpectedRows> {
  const view = opened.served.view();
  const meant = (await plannedRows(work, opened)).flatMap((row): [string, Values][] => {
    const [rowIndex, ...others] = row.kind === 'append' ? [] : view.find(formerId(row));
    return rowIndex === undefined || others.length > 0 ? [] : [[formerId(row), rowValues(view, rowIndex)]];
  });
  return new Map(meant);
}

/**
 * Returns the values of a write's rows at the time when it first arrived. A generated id may belong to another row when the request
 * is repeated, because such a sheet identifies rows only by their position. The values are stored before any request to Google.
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
  const kept = { ...keep, caller: `expected by ${keep.caller}` };
  const known = await findKeptAnswer(db, { tabId: opened.tabId, ...kept });
  if (known?.requestHash === keep.requestHash) return new Map(JSON.parse(known.answer) as [string, Values][]);
  const meant = await expectedNow(work, opened);
  if (meant.size > 0) await keepAnswer(db, opened.tabId, { ...kept, answer: JSON.stringify([...meant]) });
  return meant;
}

/** Current rows of the spreadsheet. */
interface CurrentRows {
  readonly view: TabView;
  readonly sheet: SheetFacts;
}

/** Returns the keys of the columns that people write. Values of formulas change on their own. */
const writtenKeys = ({ view, sheet }: CurrentRows, rowIndex: number) =>
  view.columns.filter((column) => !isLocked(sheet, view.rowNumber(rowIndex), column)).map(({ key }) => key);

function onlyRowIndex(view: TabView, id: string): number | undefined {
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
  const rowIndex = onlyRowIndex(view, id);
  return expected.get(id) ?? (rowIndex === undefined ? undefined : rowValues(view, rowIndex));
}

function changeOf(seen: SeenRows, current: CurrentRows, row: RowWrite): RowVersions | undefined {
  const id = formerId(row);
  const rowIndex = row.kind === 'append' ? undefined : onlyRowIndex(current.view, id);
  if (rowIndex === undefined) return undefined;
  const [served, now] = [seenValues(seen, id), rowValues(current.view, rowIndex)];
  if (served === undefined) return { _id: id, served: null, current: now };
  const isSame = writtenKeys(current, rowIndex).every((key) => (served[key] ?? null) === now[key]);
  return isSame ? undefined : { _id: id, served, current: now };
}

/** Reduces a change to the columns that the caller sees. */
function shownVersions({ _id, served, current }: RowVersions, keys: readonly string[]): RowVersions {
  const only = (values: Values) => Object.fromEntries(keys.map((key) => [key, values[key] ?? null]));
  return { _id, served: served && only(served), current: only(current) };
}

/**
 * Checks that the rows to change or remove are unchanged since the caller could last read them. A row that did not exist then may
 * be an existing one that a person has moved and changed.
 *
 * @param seen rows as served
 * @param current current rows of the spreadsheet
 * @param visibleKeys returns the keys of the columns that the caller sees
 * @throws Refusal `row_changed` with both versions
 */
export function refuseChanged(
  seen: SeenRows,
  current: CurrentRows,
  rows: readonly RowWrite[],
  shown: (view: TabView) => readonly string[],
): void {
  const changes = rows.flatMap((row) => changeOf(seen, current, row) ?? []);
  if (changes.length === 0) return;
  const keys = shown(current.view);
  throw rowChanged(
    changes.map((change) => shownVersions(change, keys)),
    seen.expected.size > 0,
  );
}
