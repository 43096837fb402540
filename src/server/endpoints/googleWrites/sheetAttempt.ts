import type { Column } from '../../../contract/rows';
import type { ProjectTabsTable } from '../../database/tables/projects';
import { areSameCells } from '../../google/write/literals';
import {
  byNote,
  byNumber,
  type FoundRow,
  foundRows,
  type OldNote,
  readRows,
  removeOldNotes,
} from '../../google/write/rowNotes';
import {
  type Ask,
  batchUpdate,
  clearValues,
  type NotDone,
  send,
  type Sent,
  updateValues,
} from '../../google/write/sheetCalls';
import { filledByAnother, notTaken } from '../../google/write/writeRefusals';
import { rowOfAddress } from '../../rawTab/cellAddress';
import type { WrittenCells } from '../../store/log/logEntries';
import { cellsOf, type PlannedWrite, sheetColumnOf } from '../../store/log/plannedWrite';
import { type Intent, type KnownRows, notedCells } from './intents';
import {
  appendRequests,
  blankRowRequests,
  clearedByNote,
  missingFormats,
  noteRequests,
  rowAbove,
  valuesByNote,
} from './requests';
import type { SheetTurn } from './sheetQueue';

/** Planned write, the rows that it was planned against, and the intent to store before they are written. */
export interface Attempt {
  readonly turn: SheetTurn;
  readonly ask: Ask;
  readonly tab: ProjectTabsTable;
  readonly planned: PlannedWrite;
  readonly known: KnownRows;
  readonly intent: Intent;
}

/** Thrown if the sheet differs from the one that the write was planned against; the write is then planned again. */
export class SheetHasChanged extends Error {}

/** Returns the 1-based number of the row with the headers; 1 for a sheet without headers. */
export const headerRowOf = ({ columns }: Pick<ProjectTabsTable, 'columns'>): number =>
  rowOfAddress((JSON.parse(columns) as Column[])[0]?.cell ?? '') || 1;

export const refusalOf = (error: NotDone) => error.refusal ?? notTaken();

/** Returns the response of a call before the write itself. @throws SheetHasChanged; Refusal if Google rejects the call */
function answerOf(sent: Sent) {
  if (sent.kind === 'done') return sent.answer;
  if (sent.kind === 'unknown') throw notTaken();
  throw sent.error.kind === 'invalid' ? new SheetHasChanged() : refusalOf(sent.error);
}

/** Maximum number of old notes to remove in one call. */
const MAX_REMOVED_NOTES = 50;

/**
 * Sends a call that creates a note, and removes notes of earlier writes in the same call. If Google rejects it, sends it again
 * without the removals.
 */
async function sendAndRemoveOldNotes({ ask, turn }: Attempt, own: OldNote, requests: readonly object[]): Promise<Sent> {
  const old = turn.oldNotes.slice(0, MAX_REMOVED_NOTES);
  await turn.addNote(own);
  const first = await send(ask, batchUpdate([...removeOldNotes(old), ...requests]));
  const isRejected = first.kind === 'notDone' && first.error.kind === 'invalid' && old.length > 0;
  const sent = isRejected ? await send(ask, batchUpdate(requests)) : first;
  if (sent.kind === 'done') await turn.removeNotes(old);
  return sent;
}

/**
 * Checks that no value is written into the output range of an array formula or a pivot table: its whole output would turn into an
 * error.
 *
 * @throws Refusal `cell_not_writable`
 */
function refuseOverwritingOutput(
  { columns }: ProjectTabsTable,
  cells: WrittenCells,
  isFilled: (column: number) => boolean,
): void {
  // Blank cells are always allowed.
  const filled = cells.find(([column, cell]) => cell !== null && isFilled(column));
  if (filled === undefined) return;
  const known = (JSON.parse(columns) as Column[]).find((column) => sheetColumnOf(column) === filled[0]);
  throw filledByAnother(known?.key ?? 'This column');
}

/** Selects the header row, and the row above the new rows, if there are any. */
function headerFilters({ tab, planned }: Attempt): readonly object[] {
  const above = planned.rows.some(({ kind }) => kind === 'append') ? [rowAbove(planned.rows)] : [];
  return [...new Set([headerRowOf(tab), ...above])].map((row) => byNumber(tab.sheet_id, row));
}

function hasSameHeaders({ tab, known }: Attempt, found: readonly FoundRow[]): boolean {
  const headerRow = headerRowOf(tab);
  const header = found.find(({ row }) => row === headerRow);
  return areSameCells(header?.cells ?? [], known.get(headerRow) ?? []);
}

/** Returns the row above the new ones, after checking that no formula output extends into them. @throws Refusal */
function checkedRowAbove({ tab, planned }: Attempt, found: readonly FoundRow[]): FoundRow | undefined {
  const above = found.find(({ row }) => row === rowAbove(planned.rows));
  if (above === undefined || above.row === headerRowOf(tab)) return above;
  // An output range that extends down to the row above extends into the new rows too.
  for (const row of planned.rows) {
    if (row.kind === 'append') refuseOverwritingOutput(tab, cellsOf(row), (column) => above.isFilledFromAbove(column));
  }
  return above;
}

/** Returns the requests for missing formats of existing rows. @throws SheetHasChanged if a row has changed, Refusal */
function missingFormatsOfExisting({ tab, planned, known, intent }: Attempt, found: readonly FoundRow[]): object[] {
  return planned.rows.flatMap(({ kind, row }, at) => {
    if (kind === 'append') return [];
    const current = found.find(({ index }) => index === at);
    const noted = intent.plan.noted[at];
    const isUnchanged = current !== undefined && areSameCells(current.cells, known.get(row) ?? []);
    if (!isUnchanged || noted === undefined) throw new SheetHasChanged();
    refuseOverwritingOutput(tab, notedCells(noted, 'after'), (column) => current.isFilled(column));
    return missingFormats(tab.sheet_id, current, noted);
  });
}

/**
 * Marks the rows of a write, reads them again, and checks that they are as planned. Until {@link execute} is called, the sheet
 * changes only by notes that people do not see.
 *
 * @returns the requests to send right before the values: formats, and blank rows for new ones; often none
 * @throws SheetHasChanged; Refusal if the write is not possible: nothing was written
 */
export async function prepare(attempt: Attempt): Promise<readonly object[]> {
  const { ask, tab, planned, intent } = attempt;
  const { id } = intent;
  const isNoted = intent.plan.kind === 'noted';
  if (isNoted) answerOf(await sendAndRemoveOldNotes(attempt, { id }, noteRequests(intent, planned.rows)));
  const filters = [...headerFilters(attempt), ...(isNoted ? [byNote('trace', id)] : [])];
  const found = foundRows(answerOf(await send(ask, readRows(filters))), id, tab.sheet_id);
  if (!hasSameHeaders(attempt, found)) throw new SheetHasChanged();
  const above = checkedRowAbove(attempt, found);
  if (!isNoted) return [];
  return [...missingFormatsOfExisting(attempt, found), ...blankRowRequests(intent, planned.rows, above)];
}

/** Sends the write to Google. Its intent is stored already. */
export async function execute(attempt: Attempt, preparation: readonly object[]): Promise<Sent> {
  const { ask, planned, intent } = attempt;
  const { note_id: noteId, plan } = intent;
  if (plan.kind === 'append') return sendAndRemoveOldNotes(attempt, { noteId }, appendRequests(intent, planned.rows));
  if (plan.isRemoval) return send(ask, clearValues(clearedByNote(intent)));
  const opened = preparation.length === 0 ? undefined : await send(ask, batchUpdate(preparation));
  return opened === undefined || opened.kind === 'done' ? send(ask, updateValues(valuesByNote(intent))) : opened;
}
