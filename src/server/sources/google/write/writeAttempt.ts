import { randomBytes, randomInt } from 'node:crypto';
import type { ProjectTabsTable } from '../../../database/tables/projects';
import {
  byNote,
  byNumber,
  type FoundRow,
  foundRows,
  type OldNote,
  readRows,
  removeOldNotes,
} from '../../../google/write/rowNotes';
import type { NotDone } from '../../../google/write/sheetCalls';
import { type Ask, batchUpdate, clearValues, send, type Sent, updateValues } from '../../../google/write/sheetCalls';
import { notTaken } from '../../../google/write/writeRefusals';
import { cellsOf, type PlannedWrite } from '../../../records/work';
import { rowOfAddress } from '../../../workbook/cellAddress';
import type { Column } from '../../../../contract/rows';
import type { Intent } from './intents';
import { isAppend, type KnownRows, planOfWrite } from './planOfWrite';
import { appendRequests, clearedByNote, missingFormats, noteRequests, valuesByNote } from './requests';
import { refuseFilled, refuseFilledBelow, rowAbove } from './filledCells';
import { areSameCells } from './sameCells';
import type { SheetTurn } from './sheetTurns';

/** A write that was worked out, and the rows that it was worked out against. */
export interface Attempt {
  readonly turn: SheetTurn;
  readonly ask: Ask;
  readonly tab: ProjectTabsTable;
  readonly planned: PlannedWrite;
  readonly known: KnownRows;
}

/** 1-based row of a tab's headers. */
export const headerRowOf = ({ columns }: Pick<ProjectTabsTable, 'columns'>): number =>
  rowOfAddress((JSON.parse(columns) as Column[])[0]?.cell ?? '');

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

/** Notes the rows and sees that they are those that are meant. */
async function prepareNoted(attempt: Attempt, drafted: Drafted): Promise<'ready' | 'stale'> {
  const { tab, planned, known, ask } = attempt;
  const { id } = drafted;
  const noted = await sendTidying(attempt, { id }, noteRequests(id, drafted, planned.rows));
  if (noted.kind === 'notDone' && noted.error.kind === 'invalid') return 'stale';
  orRefuse(noted);
  const found = await read(attempt, id, [byNumber(tab.sheet_id, headerRowOf(tab)), byNote('trace', id)]);
  if (found === 'stale' || !hasSameHeaders(attempt, found)) return 'stale';
  const formats: object[] = [];
  for (const [at, { kind, row }] of planned.rows.entries()) {
    const its = found.find(({ place }) => place === at);
    const before = kind === 'append' ? [] : (known.get(row) ?? []);
    if (its === undefined || !areSameCells(its.cells, before)) return 'stale';
    const noted = drafted.plan.noted[at];
    if (noted === undefined) continue;
    refuseFilled(tab, its, noted.cells);
    formats.push(...missingFormats(tab.sheet_id, its, noted));
  }
  if (formats.length > 0) orRefuse(await send(ask, batchUpdate(formats)));
  return 'ready';
}

async function prepareAppend(attempt: Attempt, { id }: Drafted): Promise<'ready' | 'stale'> {
  const { tab, planned } = attempt;
  const [header, above] = [headerRowOf(tab), rowAbove(planned.rows)];
  const wanted = [...new Set([header, above])].map((row) => byNumber(tab.sheet_id, row));
  const found = await read(attempt, id, wanted);
  if (found === 'stale' || !hasSameHeaders(attempt, found)) return 'stale';
  const last = above === header ? undefined : found.find(({ row }) => row === above);
  if (last === undefined) return 'ready';
  for (const row of planned.rows) if (row.kind === 'append') refuseFilledBelow(tab, last, cellsOf(row));
  return 'ready';
}

/**
 * Reads the rows again that a write is about, and sees whether they are as it takes them to be.
 *
 * @returns what is to be noted down before {@link carryOut}; `stale` where the sheet is another one by now
 * @throws Refusal where Google does not let it be done: nothing was written
 */
export async function prepare(attempt: Attempt, revision: number): Promise<Drafted | 'stale'> {
  const drafted = draft(attempt, revision);
  const ready = await (isAppend(attempt.planned.rows)
    ? prepareAppend(attempt, drafted)
    : prepareNoted(attempt, drafted));
  return ready === 'stale' ? ready : drafted;
}

/** Asks Google to write. It is noted down already. */
export async function carryOut(attempt: Attempt, intent: Intent): Promise<Sent> {
  const { ask, planned } = attempt;
  const { noteId, plan } = intent;
  if (plan.kind === 'append') return sendTidying(attempt, { noteId }, appendRequests(intent, planned.rows));
  if (plan.isRemoval) return send(ask, clearValues(clearedByNote(intent)));
  return send(ask, updateValues(valuesByNote(intent)));
}
