import { randomBytes, randomInt } from 'node:crypto';
import type { Column } from '../../../contract/rows';
import type { ProjectTabsTable } from '../../database/tables/projects';
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
import { notTaken } from '../../google/write/writeRefusals';
import { cellsOf, type PlannedWrite } from '../../store/log/work';
import { rowOfAddress } from '../../rawTab/cellAddress';
import { refuseFilled, refuseFilledBelow, rowAbove } from './meantRows';
import type { Intent } from './intents';
import { isAppend, type KnownRows, planOfWrite } from './oneWrite';
import {
  appendRequests,
  blankRowRequests,
  clearedByNote,
  missingFormats,
  noteRequests,
  valuesByNote,
} from './requests';
import { areSameCells } from './foldWritten';
import type { SheetTurn } from './sheetTurns';

/** A write that was worked out, and the rows that it was worked out against. */
export interface Attempt {
  readonly turn: SheetTurn;
  readonly ask: Ask;
  readonly tab: ProjectTabsTable;
  readonly planned: PlannedWrite;
  readonly known: KnownRows;
}

/** 1-based row of a tab's headers; the first row stands for them in a sheet that has none. */
export const headerRowOf = ({ columns }: Pick<ProjectTabsTable, 'columns'>): number =>
  rowOfAddress((JSON.parse(columns) as Column[])[0]?.cell ?? '') || 1;

/** A refusal as a person is told it. */
export const refusalOf = (error: NotDone) => error.refusal ?? notTaken();

function orRefuse(sent: Sent): void {
  if (sent.kind === 'done') return;
  throw sent.kind === 'notDone' && sent.error.refusal !== undefined ? sent.error.refusal : notTaken();
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

async function read(
  { ask, tab }: Attempt,
  id: string,
  filters: readonly object[],
): Promise<readonly FoundRow[] | 'stale'> {
  const sent = await send(ask, readRows(filters));
  // The tab is not there any more.
  if (sent.kind === 'notDone' && sent.error.kind === 'invalid') return 'stale';
  orRefuse(sent);
  return sent.kind === 'done' ? foundRows(sent.answer, id, tab.sheet_id) : [];
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
export type Drafted = Pick<Intent, 'id' | 'noteId' | 'plan'>;

const draft = ({ tab, planned, known }: Attempt, revision: number): Drafted => ({
  // Short: it stands in the notes of its rows, and Google has room for 30,000 characters of these on a sheet.
  id: randomBytes(6).toString('base64url'),
  noteId: randomInt(1, 2 ** 31 - 1),
  plan: planOfWrite({ gid: tab.sheet_id, rows: planned.rows, known, revision }),
});

/** What a write needs, and what it is made with. */
export interface Prepared {
  readonly drafted: Drafted;
  /** What Google is asked for right before the values: formats, and blank rows for new ones. Often nothing. */
  readonly before: readonly object[];
}

/** The row above the new ones, once nothing that fills its cells forbids what is written below. @throws Refusal */
function rowAboveNew({ tab, planned }: Attempt, found: readonly FoundRow[]): FoundRow | undefined {
  const above = found.find(({ row }) => row === rowAbove(planned.rows));
  if (above === undefined || above.row === headerRowOf(tab)) return above;
  for (const row of planned.rows) if (row.kind === 'append') refuseFilledBelow(tab, above, cellsOf(row));
  return above;
}

/** What a row that is there already needs; `stale` where it is another one by now. @throws Refusal */
function formatsOfNoted(attempt: Attempt, { plan }: Drafted, at: number, its: FoundRow | undefined) {
  const { tab, planned, known } = attempt;
  const before = known.get(planned.rows[at]?.row ?? 0) ?? [];
  const noted = plan.noted[at];
  if (its === undefined || noted === undefined || !areSameCells(its.cells, before)) return 'stale';
  refuseFilled(tab, its, noted.cells);
  return missingFormats(tab.sheet_id, its, noted);
}

/** Notes the rows that are there and sees that they are those that are meant. */
async function prepareNoted(attempt: Attempt, drafted: Drafted): Promise<Prepared | 'stale'> {
  const { planned } = attempt;
  const { id } = drafted;
  const noted = await sendTidying(attempt, { id }, noteRequests(id, drafted, planned.rows));
  if (noted.kind === 'notDone' && noted.error.kind === 'invalid') return 'stale';
  orRefuse(noted);
  const found = await read(attempt, id, [...numbersOf(attempt), byNote('trace', id)]);
  if (found === 'stale' || !hasSameHeaders(attempt, found)) return 'stale';
  const above = rowAboveNew(attempt, found);
  const before: object[] = [];
  for (const [at, { kind }] of planned.rows.entries()) {
    if (kind === 'append') continue;
    const its = found.find(({ place }) => place === at);
    const formats = formatsOfNoted(attempt, drafted, at, its);
    if (formats === 'stale') return 'stale';
    before.push(...formats);
  }
  return { drafted, before: [...before, ...blankRowRequests(id, drafted, planned.rows, above)] };
}

async function prepareAppend(attempt: Attempt, drafted: Drafted): Promise<Prepared | 'stale'> {
  const found = await read(attempt, drafted.id, numbersOf(attempt));
  if (found === 'stale' || !hasSameHeaders(attempt, found)) return 'stale';
  rowAboveNew(attempt, found);
  return { drafted, before: [] };
}

/**
 * Reads the rows again that a write is about, and sees whether they are as it takes them to be. Until {@link carryOut} the sheet
 * stays as it is, but for notes that nobody sees.
 *
 * @returns what is to be noted down before {@link carryOut}; `stale` where the sheet is another one by now
 * @throws Refusal where it cannot be done: nothing was written
 */
export function prepare(attempt: Attempt, revision: number): Promise<Prepared | 'stale'> {
  const drafted = draft(attempt, revision);
  return isAppend(attempt.planned.rows) ? prepareAppend(attempt, drafted) : prepareNoted(attempt, drafted);
}

/** Asks Google to write. It is noted down already. */
export async function carryOut(attempt: Attempt, intent: Intent, before: Prepared['before']): Promise<Sent> {
  const { ask, planned } = attempt;
  const { noteId, plan } = intent;
  if (plan.kind === 'append') return sendTidying(attempt, { noteId }, appendRequests(intent, planned.rows));
  if (plan.isRemoval) return send(ask, clearValues(clearedByNote(intent)));
  const opened = before.length === 0 ? undefined : await send(ask, batchUpdate(before));
  return opened === undefined || opened.kind === 'done' ? send(ask, updateValues(valuesByNote(intent))) : opened;
}
