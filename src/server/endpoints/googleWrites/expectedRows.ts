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

/** Values of a row by the keys of its columns. */
export type Values = Readonly<Record<string, CellValue>>;

const rowValues = (view: TabView, rowIndex: number): Values =>
  Object.fromEntries(view.columns.map(({ key }, column) => [key, view.value(rowIndex, column)]));

/** What rows were when a write that names them by their ids first came, by these ids. */
export type ExpectedRows = ReadonlyMap<string, Values>;

const NONE: ExpectedRows = new Map<string, Values>();

/** The id that a row had before a write. */
export const formerId = (row: RowWrite): string => (row.kind === 'update' ? (row.formerId ?? row.id) : row.id);

async function plannedRows(work: Work, opened: OpenedTab): Promise<readonly RowWrite[]> {
  try {
    return (await runInSteps(work.plan(writableOf(opened)))).rows;
  } catch {
    // It is refused for that when its turn comes, or else it is about other rows by then.
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
 * What the rows were that a write means, when it first came: an id of ours may have passed to another row by the time it is
 * repeated, as such a sheet has nothing but their place to identify rows by. It is on disk before Google is asked for anything.
 *
 * @returns no rows where the write has no `Idempotency-Key` to be repeated with, or does not name rows by ids of ours
 */
export async function expectedRows(
  db: Db,
  { work, keep, open }: Pick<WriteRequest<PlannedWrite>, 'work' | 'keep' | 'open'>,
): Promise<ExpectedRows> {
  // Conditions, and ids that are values of a column, mean the same rows wherever these stand.
  if (keep === undefined || work.needsAll) return NONE;
  const opened = await open();
  if (opened.state.keyAt >= 0) return NONE;
  // They are kept as answers are, beside that to the request itself.
  const kept = { ...keep, caller: `expected by ${keep.caller}` };
  const known = await findKeptAnswer(db, { tabId: opened.tabId, ...kept });
  if (known?.requestHash === keep.requestHash) return new Map(JSON.parse(known.answer) as [string, Values][]);
  const meant = await expectedNow(work, opened);
  if (meant.size > 0) await keepAnswer(db, opened.tabId, { ...kept, answer: JSON.stringify([...meant]) });
  return meant;
}

/** The rows as they are by now. */
interface CurrentRows {
  readonly view: TabView;
  readonly sheet: SheetFacts;
}

/** Keys of what people have written into a row: what its formulas have come to changes by itself. */
const writtenKeys = ({ view, sheet }: CurrentRows, rowIndex: number) =>
  view.columns.filter((column) => !isLocked(sheet, view.rowNumber(rowIndex), column)).map(({ key }) => key);

function onlyRowIndex(view: TabView, id: string): number | undefined {
  const rowIndexes = view.find(id);
  return rowIndexes.length === 1 ? rowIndexes[0] : undefined;
}

/** The rows as the caller could last read them. */
export interface SeenRows {
  readonly view: TabView;
  /** As they were when the write first came, where it is repeated. */
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

/** A change with nothing but the columns that the caller is shown. */
function shownVersions({ _id, served, current }: RowVersions, keys: readonly string[]): RowVersions {
  const only = (values: Values) => Object.fromEntries(keys.map((key) => [key, values[key] ?? null]));
  return { _id, served: served && only(served), current: only(current) };
}

/**
 * Sees that the rows that are changed or removed are what they were when the caller could last read them: one that was not there
 * then may be one that was, which a person has moved and changed.
 *
 * @param seen the rows as they were served
 * @param current the rows as they are in the spreadsheet by now
 * @param shown keys of the columns that the caller is shown
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
