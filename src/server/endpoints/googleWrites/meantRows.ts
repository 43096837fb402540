import type { Kysely } from 'kysely';
import type { Column } from '../../../contract/rows';
import type { Database } from '../../database/schema';
import type { ProjectTabsTable } from '../../database/tables/projects';
import type { FoundRow } from '../../google/write/rowNotes';
import { filledByAnother } from '../../google/write/writeRefusals';
import { type Keep, type OpenedTab, type PlannedWrite, type RowWrite, sheetColumnOf, type Work } from '../../store/log/work';
import { keysSince } from '../../store/log/keptAnswers';
import type { WriteRequest } from '../../store/log/writer';
import type { RawCell } from '../../rawTab/rawTab';
import { runInSteps } from '../../yieldToEventLoop';
import { rowValues, type Values } from './refuseChanged';
import { writableOf } from './oneWrite';

/** Number of the row that new rows come below. */
export const rowAbove = (rows: readonly RowWrite[]): number =>
  Math.min(...rows.flatMap(({ kind, row }) => (kind === 'append' ? [row] : []))) - 1;

type Tab = Pick<ProjectTabsTable, 'columns'>;

/** What is written, by 0-based column; blanks do no harm. */
type Cells = readonly (readonly [column: number, ...cells: readonly RawCell[]])[];

/**
 * Sees that no value is written where an array formula, or a pivot table, shows one: all that it shows would give way to an error.
 *
 * @param row as it stands in the sheet
 * @throws Refusal `cell_not_writable`
 */
export const refuseFilled = (tab: Tab, row: FoundRow, cells: Cells): void =>
  refuseWhere(tab, cells, (column) => row.isFilled(column));

/** As {@link refuseFilled}, of a new row. @param above the row it comes below: what reaches down to that, reaches it too */
export const refuseFilledBelow = (tab: Tab, above: FoundRow, cells: Cells): void =>
  refuseWhere(tab, cells, (column) => above.isFilledFromAbove(column));

function refuseWhere({ columns }: Tab, cells: Cells, isFilled: (column: number) => boolean): void {
  const filled = cells.find(([column, ...written]) => (written.at(-1) ?? null) !== null && isFilled(column));
  if (filled === undefined) return;
  const known = (JSON.parse(columns) as Column[]).find((column) => sheetColumnOf(column) === filled[0]);
  throw filledByAnother(known?.key ?? 'This column');
}

/** What rows were when a write that names them by their ids first came, by these ids. */
export type MeantRows = ReadonlyMap<string, Values>;

type Db = Kysely<Database>;

const NONE: MeantRows = new Map<string, Values>();

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

async function meantNow(work: Work, opened: OpenedTab): Promise<MeantRows> {
  const view = opened.served.view();
  const meant = (await plannedRows(work, opened)).flatMap((row): [string, Values][] => {
    const [place, ...others] = row.kind === 'append' ? [] : view.find(formerId(row));
    return place === undefined || others.length > 0 ? [] : [[formerId(row), rowValues(view, place)]];
  });
  return new Map(meant);
}

async function findMeant(db: Db, tabId: string, { caller, key, requestHash }: Keep): Promise<MeantRows | undefined> {
  const found = await db
    .selectFrom('google_meant_rows')
    .select(['request_hash as requestHash', 'rows'])
    .where('tab_id', '=', tabId)
    .where('caller', '=', caller)
    .where('key', '=', key)
    .where('created_at', '>', keysSince())
    .executeTakeFirst();
  if (found?.requestHash !== requestHash) return undefined;
  return new Map(JSON.parse(found.rows) as [string, Values][]);
}

async function putMeant(db: Db, tabId: string, { caller, key, requestHash }: Keep, meant: MeantRows): Promise<void> {
  const kept = { request_hash: requestHash, rows: JSON.stringify([...meant]), created_at: new Date().toISOString() };
  await db
    .insertInto('google_meant_rows')
    .values({ tab_id: tabId, caller, key, ...kept })
    .onConflict((conflict) => conflict.columns(['tab_id', 'caller', 'key']).doUpdateSet(kept))
    .execute();
}

/**
 * What the rows were that a write means, when it first came: an id of ours may have passed to another row by the time it is
 * repeated, as rows of such a sheet are told apart by where they stand. It is on disk before Google is asked for anything.
 *
 * @returns no rows where the write has no `Idempotency-Key` to be repeated with, or does not name rows by ids of ours
 */
export async function meantRows(
  db: Db,
  { work, keep, open }: Pick<WriteRequest<PlannedWrite>, 'work' | 'keep' | 'open'>,
): Promise<MeantRows> {
  // Conditions, and ids that are values of a column, mean the same rows wherever these stand.
  if (keep === undefined || work.needsAll) return NONE;
  const opened = await open();
  if (opened.state.keyAt >= 0) return NONE;
  const known = await findMeant(db, opened.tabId, keep);
  if (known !== undefined) return known;
  const meant = await meantNow(work, opened);
  if (meant.size > 0) await putMeant(db, opened.tabId, keep, meant);
  return meant;
}

/** Removes what is older than a day: so long a key is kept. */
export const purgeMeantRows = (db: Db) =>
  db.deleteFrom('google_meant_rows').where('created_at', '<=', keysSince()).execute();
