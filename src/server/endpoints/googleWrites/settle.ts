import { textIn } from '../../google/answers';
import { isSameCell } from '../../google/write/literals';
import {
  byNote,
  type FoundRow,
  foundRows,
  noteOnce,
  type OldNote,
  readRows,
  removeNotes,
} from '../../google/write/rowNotes';
import { type Ask, batchUpdate, NotDone, send } from '../../google/write/sheetCalls';
import { notReadable } from '../../google/write/writeRefusals';
import { Refusal } from '../../refusal';
import type { RawCell } from '../../rawTab/rawCells';
import { type Intent, loseIntent, type NotedRow, openIntents, removeIntent } from './intents';
import { type PublishContext, publishWritten } from './publishWritten';
import type { SheetTurn } from './sheetTurns';

/**
 * What has become of a write whose answer did not come. `applied` and `notApplied` are for good: what is still under way
 * can do nothing any more. `lost`: a person has changed the same cells since.
 */
export type Verdict = 'applied' | 'notApplied' | 'lost';

/** Whose the note is that there can be one of only; throws where there is none, or it cannot be read. */
async function verdictOfNote(ask: Ask, { note_id: noteId }: Intent): Promise<Verdict> {
  const found = await ask({ action: `/developerMetadata/${noteId}`, fields: 'metadataValue', counts: 'read' });
  return textIn(found, 'metadataValue') === 'done' ? 'applied' : 'notApplied';
}

const isNoNote = (error: unknown) => error instanceof NotDone && error.kind !== 'busy';

/**
 * New rows come with a note that there can be one of only ("Uniqueness" of "Read, write, and search metadata"). Where there is
 * none yet, putting down another one with its number either takes that place, and then those rows can never come, or it is
 * taken by now, and then its value says by whom.
 */
async function verdictOfAppend(ask: Ask, intent: Intent): Promise<Verdict> {
  const known = await verdictOfNote(ask, intent).catch((error: unknown) => {
    if (!isNoNote(error)) throw error;
  });
  if (known !== undefined) return known;
  const sent = await send(ask, batchUpdate([noteOnce(intent.note_id, 'void')]));
  if (sent.kind === 'done') return 'notApplied';
  if (sent.kind === 'notDone' && sent.error.kind !== 'invalid') throw sent.error;
  return verdictOfNote(ask, intent).catch((error: unknown) => {
    // Where there is no note, the one that was to be put down may be under way still.
    throw sent.kind === 'unknown' ? sent.error : error;
  });
}

const holds = (row: FoundRow, cells: readonly (readonly [number, RawCell])[]) =>
  cells.every(([column, cell]) => isSameCell(row.cells[column], cell));

const valuesOf = ({ cells }: NotedRow, which: 'before' | 'after') =>
  cells.map(([column, before, after]) => [column, which === 'before' ? before : after] as const);

/** What the rows say: a call writes all of them or none. */
function verdictOfRows({ plan }: Intent, rows: readonly FoundRow[]): Verdict {
  const found = plan.noted.flatMap((noted, at) => {
    const row = rows.find(({ index }) => index === at);
    return row === undefined ? [] : [{ row, noted }];
  });
  // Rows that are gone are removed, by whomever.
  if (plan.isRemoval && found.length === 0) return 'applied';
  const isDone = found.some(({ row, noted }) => holds(row, valuesOf(noted, 'after')));
  const isNotDone = found.some(({ row, noted }) => holds(row, valuesOf(noted, 'before')));
  if (isDone === isNotDone) return 'lost';
  return isDone ? 'applied' : 'notApplied';
}

/** Rows are written by their notes: when these are gone, nothing that is still under way finds them any more. */
async function verdictOfNoted(ask: Ask, intent: Intent): Promise<Verdict> {
  const { id, plan } = intent;
  const sent = await send(ask, batchUpdate([removeNotes('target', id)]));
  if (sent.kind === 'unknown') throw sent.error;
  if (sent.kind === 'notDone' && sent.error.kind !== 'invalid') throw sent.error;
  const read = await send(ask, readRows([byNote('trace', id)]));
  if (read.kind === 'done') return verdictOfRows(intent, foundRows(read.answer, id, plan.gid));
  // Notes that are gone may be refused, or come to nothing.
  if (read.kind === 'notDone' && read.error.kind === 'invalid') return verdictOfRows(intent, []);
  throw read.error;
}

/** What settling takes. */
export interface SettlingContext extends PublishContext {
  /** Asks about a spreadsheet as a person. */
  readonly askAs: (personId: string, sheetId: string) => Ask;
}

/** An account that is shut out never says what has become of a write. @throws where Google cannot be asked at the moment */
async function verdictOf({ askAs }: SettlingContext, intent: Intent): Promise<Verdict> {
  try {
    const ask = askAs(intent.owner_id, intent.sheet_id);
    return await (intent.plan.kind === 'append' ? verdictOfAppend(ask, intent) : verdictOfNoted(ask, intent));
  } catch (error) {
    if (error instanceof NotDone && error.kind !== 'busy') return 'lost';
    throw error;
  }
}

/**
 * Finds out what has become of a write whose answer did not come. One that is `applied` is still noted down; the others are not any
 * more.
 *
 * @throws where Google cannot be asked at the moment
 */
export async function settle(context: SettlingContext, turn: SheetTurn, intent: Intent): Promise<Verdict> {
  const { db } = context;
  const verdict = await verdictOf(context, intent);
  // The note that keeps new rows from coming after all stays where it is.
  const isIts = (note: OldNote) => 'noteId' in note && note.noteId === intent.note_id;
  if (verdict !== 'applied') await turn.tidied(turn.oldNotes.filter(isIts));
  if (verdict === 'notApplied') await removeIntent(db, intent.id);
  if (verdict === 'lost') await (intent.key !== null ? loseIntent(db, intent.id) : removeIntent(db, intent.id));
  return verdict;
}

/**
 * Settles all that is not known of a spreadsheet: only then may it be read or written.
 *
 * @throws Refusal `busy` where that cannot be done now
 */
export async function settleAll(context: SettlingContext, turn: SheetTurn): Promise<void> {
  for (const intent of await openIntents(context.db, turn.sheetId)) {
    try {
      if ((await settle(context, turn, intent)) === 'applied') await publishWritten(context, turn, intent);
    } catch (error) {
      if (error instanceof Refusal) throw error;
      throw notReadable('Google does not say yet what has become of an earlier write.', 10);
    }
  }
}
