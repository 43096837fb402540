import { textIn } from '../../google/responses';
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
import { later, Refusal } from '../../refusal';
import type { RawCell } from '../../rawTab/rawCells';
import { type Intent, markLost, notedCells, openIntents, removeIntent } from './intents';
import { type PublishContext, publishWritten } from './publishWritten';
import type { SheetTurn } from './sheetQueue';

/**
 * Outcome of a write whose response was lost. `applied` and `notApplied` are final: a request still in flight can have no effect
 * any more. `lost`: a person has changed the same cells since.
 */
type Verdict = 'applied' | 'notApplied' | 'lost';

/** Reads the unique note of a write. Throws if it does not exist or cannot be read. */
async function verdictOfNote(ask: Ask, { note_id: noteId }: Intent): Promise<Verdict> {
  const found = await ask({ action: `/developerMetadata/${noteId}`, fields: 'metadataValue', counts: 'read' });
  return textIn(found, 'metadataValue') === 'done' ? 'applied' : 'notApplied';
}

const isPermanent = (error: unknown) => error instanceof NotDone && error.kind !== 'busy';

/**
 * Determines the outcome of new rows by their unique note ("Uniqueness" of "Read, write, and search metadata"). If it does not
 * exist, a note with the same id and another value is created. If that succeeds, the rows can never be added; if the id is taken by
 * now, the value of the existing note identifies its creator.
 */
async function verdictOfAppend(ask: Ask, intent: Intent): Promise<Verdict> {
  const known = await verdictOfNote(ask, intent).catch((error: unknown) => {
    if (!isPermanent(error)) throw error;
  });
  if (known !== undefined) return known;
  const sent = await send(ask, batchUpdate([noteOnce(intent.note_id, 'void')]));
  if (sent.kind === 'done') return 'notApplied';
  if (sent.kind === 'notDone' && sent.error.kind !== 'invalid') throw sent.error;
  return verdictOfNote(ask, intent).catch((error: unknown) => {
    // If no note exists, the request that creates one may still be in flight.
    throw sent.kind === 'unknown' ? sent.error : error;
  });
}

const contains = (row: FoundRow, cells: readonly (readonly [number, RawCell])[]) =>
  cells.every(([column, cell]) => isSameCell(row.cells[column], cell));

/** Determines the outcome from the rows. A call writes all of them or none. */
function verdictOfRows({ plan }: Intent, rows: readonly FoundRow[]): Verdict {
  const found = plan.noted.flatMap((noted, at) => {
    const row = rows.find(({ index }) => index === at);
    return row === undefined ? [] : [{ row, noted }];
  });
  // Removed rows count as applied, whoever removed them.
  if (plan.isRemoval && found.length === 0) return 'applied';
  const hasAfter = found.some(({ row, noted }) => contains(row, notedCells(noted, 'after')));
  const hasBefore = found.some(({ row, noted }) => contains(row, notedCells(noted, 'before')));
  if (hasAfter === hasBefore) return 'lost';
  return hasAfter ? 'applied' : 'notApplied';
}

/**
 * Determines the outcome of rows that are written by their notes. After the notes are removed, a request in flight can find no row.
 */
async function verdictOfNoted(ask: Ask, intent: Intent): Promise<Verdict> {
  const { id, plan } = intent;
  const sent = await send(ask, batchUpdate([removeNotes('target', id)]));
  if (sent.kind === 'unknown') throw sent.error;
  if (sent.kind === 'notDone' && sent.error.kind !== 'invalid') throw sent.error;
  const read = await send(ask, readRows([byNote('trace', id)]));
  if (read.kind === 'done') return verdictOfRows(intent, foundRows(read.answer, id, plan.gid));
  // A filter of removed notes may be rejected, or may match nothing.
  if (read.kind === 'notDone' && read.error.kind === 'invalid') return verdictOfRows(intent, []);
  throw read.error;
}

/** Dependencies of settling. */
export interface SettlingContext extends PublishContext {
  /** Returns the function that sends requests about a spreadsheet as a person. */
  readonly askAs: (personId: string, sheetId: string) => Ask;
}

/** Determines the outcome of a write; `lost` if the account has no access any more. @throws if Google cannot be reached now */
async function verdictOf({ askAs }: SettlingContext, intent: Intent): Promise<Verdict> {
  try {
    const ask = askAs(intent.owner_id, intent.sheet_id);
    return await (intent.plan.kind === 'append' ? verdictOfAppend(ask, intent) : verdictOfNoted(ask, intent));
  } catch (error) {
    if (isPermanent(error)) return 'lost';
    throw error;
  }
}

/**
 * Determines the outcome of a write whose response was lost. The intent of an `applied` write stays stored; other intents are
 * removed or marked.
 *
 * @throws if Google cannot be reached now
 */
export async function settle(context: SettlingContext, turn: SheetTurn, intent: Intent): Promise<Verdict> {
  const { db } = context;
  const verdict = await verdictOf(context, intent);
  // The note that blocks the rows of a lost request is not removed.
  const isOwnNote = (note: OldNote) => 'noteId' in note && note.noteId === intent.note_id;
  if (verdict !== 'applied') await turn.removeNotes(turn.oldNotes.filter(isOwnNote));
  if (verdict === 'notApplied') await removeIntent(db, intent.id);
  if (verdict === 'lost') await (intent.key !== null ? markLost(db, intent.id) : removeIntent(db, intent.id));
  return verdict;
}

/**
 * Settles all writes with an unknown outcome in a spreadsheet, which is required before it is read or written.
 *
 * @throws Refusal `source_unavailable` if that is not possible now; `busy` if another server works on it
 */
export async function settleAll(context: SettlingContext, turn: SheetTurn): Promise<void> {
  for (const intent of await openIntents(context.db, turn.sheetId)) {
    try {
      if ((await settle(context, turn, intent)) === 'applied') await publishWritten(context, turn, intent);
    } catch (error) {
      if (error instanceof Refusal) throw error;
      throw new Refusal(
        'source_unavailable',
        'Google does not say yet what has become of an earlier write.',
        later(10),
      );
    }
  }
}
