import { randomBytes, randomInt } from 'node:crypto';
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
import type { RawCell } from '../../rawTab/rawCells';
import { cellsOf, type PlannedWrite, sheetColumnOf } from '../../store/log/work';
import { type Intent, isAppend, type KnownRows, planOfWrite } from './intents';
import {
  appendRequests,
  blankRowRequests,
  clearedByNote,
  missingFormats,
  noteRequests,
  rowAbove,
  valuesByNote,
} from './requests';
import type { SheetTurn } from './sheetTurns';

/** A write that was worked out, and the rows that it was worked out against. */
export interface Attempt {
  readonly turn: SheetTurn;
  readonly ask: Ask;
  readonly tab: ProjectTabsTable;
  readonly planned: PlannedWrite;
  readonly known: KnownRows;
}

/** Thrown where the sheet is another one than the write was worked out against: it is worked out anew. */
export class Stale extends Error {}

/** 1-based row of a tab's headers; the first row stands for them in a sheet that has none. */
export const headerRowOf = ({ columns }: Pick<ProjectTabsTable, 'columns'>): number =>
  rowOfAddress((JSON.parse(columns) as Column[])[0]?.cell ?? '') || 1;

export const refusalOf = (error: NotDone) => error.refusal ?? notTaken();

/** The answer to a call that comes before the write itself. @throws Stale; Refusal where Google does not take it */
function answerOf(sent: Sent) {
  if (sent.kind === 'done') return sent.answer;
  if (sent.kind === 'unknown') throw notTaken();
  throw sent.error.kind === 'invalid' ? new Stale() : refusalOf(sent.error);
}

/** Old notes that are taken away by one call. */
const TIDIED_AT_ONCE = 50;

/**
 * Makes a call that puts a note down. Notes of earlier writes are taken away with it; where that is what Google does not take, it
 * goes without.
 */
async function sendTidying({ ask, turn }: Attempt, own: OldNote, requests: readonly object[]): Promise<Sent> {
  const old = turn.oldNotes.slice(0, TIDIED_AT_ONCE);
  await turn.willNote(own);
  const first = await send(ask, batchUpdate([...removeOldNotes(old), ...requests]));
  const isWrong = first.kind === 'notDone' && first.error.kind === 'invalid' && old.length > 0;
  const sent = isWrong ? await send(ask, batchUpdate(requests)) : first;
  if (sent.kind === 'done') await turn.tidied(old);
  return sent;
}

/** What is written, by 0-based column; blanks do no harm. */
type Cells = readonly (readonly [column: number, ...cells: readonly RawCell[]])[];

/**
 * Sees that no value is written where an array formula, or a pivot table, shows one: all that it shows would give way to an error.
 *
 * @throws Refusal `cell_not_writable`
 */
function refuseFilled({ columns }: ProjectTabsTable, cells: Cells, isFilled: (column: number) => boolean): void {
  const filled = cells.find(([column, ...written]) => (written.at(-1) ?? null) !== null && isFilled(column));
  if (filled === undefined) return;
  const known = (JSON.parse(columns) as Column[]).find((column) => sheetColumnOf(column) === filled[0]);
  throw filledByAnother(known?.key ?? 'This column');
}

/** Selects the headers, and the row that new ones come below, if there are any. */
function numbersOf({ tab, planned }: Attempt): readonly object[] {
  const above = planned.rows.some(({ kind }) => kind === 'append') ? [rowAbove(planned.rows)] : [];
  return [...new Set([headerRowOf(tab), ...above])].map((row) => byNumber(tab.sheet_id, row));
}

function hasSameHeaders({ tab, known }: Attempt, found: readonly FoundRow[]): boolean {
  const headerRow = headerRowOf(tab);
  const header = found.find(({ row }) => row === headerRow);
  return areSameCells(header?.cells ?? [], known.get(headerRow) ?? []);
}

/** What is to be noted down, but for the answer. */
type Drafted = Pick<Intent, 'id' | 'note_id' | 'plan'>;

const draft = ({ tab, planned, known }: Attempt, revision: number): Drafted => ({
  // Short: it stands in the notes of its rows, and Google has room for 30,000 characters of these on a sheet.
  id: randomBytes(6).toString('base64url'),
  note_id: randomInt(1, 2 ** 31 - 1),
  plan: planOfWrite(tab.sheet_id, planned.rows, known, revision),
});

/** The row above the new ones, once nothing that fills its cells forbids what is written below. @throws Refusal */
function rowAboveNew({ tab, planned }: Attempt, found: readonly FoundRow[]): FoundRow | undefined {
  const above = found.find(({ row }) => row === rowAbove(planned.rows));
  if (above === undefined || above.row === headerRowOf(tab)) return above;
  // What reaches down to the row above reaches them too.
  for (const row of planned.rows) {
    if (row.kind === 'append') refuseFilled(tab, cellsOf(row), (column) => above.isFilledFromAbove(column));
  }
  return above;
}

/** The formats that the rows need which are there already. @throws Stale where one is another by now, Refusal */
function missingInNoted({ tab, planned, known }: Attempt, { plan }: Drafted, found: readonly FoundRow[]): object[] {
  return planned.rows.flatMap(({ kind, row }, at) => {
    if (kind === 'append') return [];
    const its = found.find(({ index }) => index === at);
    const noted = plan.noted[at];
    if (its === undefined || noted === undefined || !areSameCells(its.cells, known.get(row) ?? [])) throw new Stale();
    refuseFilled(tab, noted.cells, (column) => its.isFilled(column));
    return missingFormats(tab.sheet_id, its, noted);
  });
}

/**
 * Marks the rows that a write is about, reads them again, and sees whether they are as it takes them to be. Until {@link carryOut}
 * the sheet stays as it is, but for notes that people do not see.
 *
 * @returns what is to be noted down before {@link carryOut}, and what Google is asked for right before the values: formats, and blank
 * rows for new ones; often nothing
 * @throws Stale; Refusal where it cannot be done: nothing was written
 */
export async function prepare(attempt: Attempt, revision: number) {
  const { ask, tab, planned } = attempt;
  const drafted = draft(attempt, revision);
  const { id } = drafted;
  const isNoted = !isAppend(planned.rows);
  if (isNoted) answerOf(await sendTidying(attempt, { id }, noteRequests(id, drafted, planned.rows)));
  const filters = [...numbersOf(attempt), ...(isNoted ? [byNote('trace', id)] : [])];
  const found = foundRows(answerOf(await send(ask, readRows(filters))), id, tab.sheet_id);
  if (!hasSameHeaders(attempt, found)) throw new Stale();
  const above = rowAboveNew(attempt, found);
  if (!isNoted) return { drafted, before: [] };
  const before = missingInNoted(attempt, drafted, found);
  return { drafted, before: [...before, ...blankRowRequests(id, drafted, planned.rows, above)] };
}

/** Asks Google to write. It is noted down already. */
export async function carryOut(attempt: Attempt, intent: Intent, before: readonly object[]): Promise<Sent> {
  const { ask, planned } = attempt;
  const { note_id: noteId, plan } = intent;
  if (plan.kind === 'append') return sendTidying(attempt, { noteId }, appendRequests(intent, planned.rows));
  if (plan.isRemoval) return send(ask, clearValues(clearedByNote(intent)));
  const opened = before.length === 0 ? undefined : await send(ask, batchUpdate(before));
  return opened === undefined || opened.kind === 'done' ? send(ask, updateValues(valuesByNote(intent))) : opened;
}
