import { type LeaseOptions, Leases } from '../../database/locks';
import type { Db } from '../../database/schema';
import type { OldNote } from '../../google/write/rowNotes';
import { notReadable, tooManyWaiting } from '../../google/write/writeRefusals';
import { Refusal, retryAfterOf } from '../../refusal';
import { type SyncContext, SyncMarker, syncProject } from '../../sync/syncProject';

/**
 * Reads a spreadsheet anew before it is written. What has changed in it stands in the history; that nothing has, does not.
 *
 * @param signal aborted when the server stops
 * @throws Refusal `busy` where it cannot be read now; `source_…` where it cannot be read at all
 */
export async function refreshInTurn(
  context: SyncContext,
  ownerId: string,
  sheetId: string,
  signal: AbortSignal,
): Promise<void> {
  const marker = new SyncMarker(context);
  const task = { owner: { id: ownerId }, sheetId, reuseCheck: false, onlyChanges: true, marker, signal };
  try {
    await syncProject(context, { ...task, startedBy: 'schedule' });
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'source_unavailable') throw error;
    throw notReadable(error.detail, retryAfterOf(error));
  }
}

/** The right to read and write one spreadsheet, which one of all servers has at a time. */
export interface SheetTurn {
  readonly sheetId: string;
  /** Notes in the spreadsheet that are of no use any more, or soon are not. */
  readonly oldNotes: readonly OldNote[];
  /** Says before it is put down that there will be another one. @throws Refusal `busy` as {@link keep} */
  willNote(note: OldNote): Promise<void>;
  /** Says that notes are taken away. @throws Refusal `busy` as {@link keep} */
  tidied(notes: readonly OldNote[]): Promise<void>;
  /** Locks the turn in a transaction. @throws Refusal `busy` where another write has taken it meanwhile */
  keep(trx: Db): Promise<void>;
}

/** Milliseconds. A call of Google may take long; people wait for less. */
const TIMES: LeaseOptions = { life: 30_000, patience: 12_000, retry: 100 };

async function readNotes(db: Db, sheetId: string): Promise<readonly OldNote[]> {
  const found = await db.selectFrom('google_notes').select('notes').where('sheet_id', '=', sheetId).executeTakeFirst();
  return found === undefined ? [] : (JSON.parse(found.notes) as readonly OldNote[]);
}

const storeNotes = (db: Db, sheet_id: string, notes: string) =>
  db
    .insertInto('google_notes')
    .values({ sheet_id, notes })
    .onConflict((conflict) => conflict.column('sheet_id').doUpdateSet({ notes }))
    .execute();

/** Turns of all servers on the same database. */
export function createSheetTurns(db: Db, times: LeaseOptions = TIMES) {
  const leases = new Leases(db, { ...times, busy: tooManyWaiting });
  return {
    /** Ends all turns, where no other process has the database open. */
    endAll: () => leases.endAll(),
    /**
     * Does work on a spreadsheet while no other work is done on it, for any project.
     *
     * @throws Refusal `busy` when others take too long; what the work throws
     */
    hold: <T>(sheetId: string, work: (turn: SheetTurn) => Promise<T>): Promise<T> =>
      leases.hold(`google ${sheetId}`, async (lease) => {
        let notes = await readNotes(db, sheetId);
        const setNotes = async (changed: readonly OldNote[]) => {
          await db.transaction().execute(async (trx) => {
            await lease.require(trx);
            await storeNotes(trx, sheetId, JSON.stringify(changed));
          });
          notes = changed;
        };
        return work({
          sheetId,
          get oldNotes() {
            return notes;
          },
          willNote: (note) => setNotes([...notes, note]),
          tidied: (gone) => setNotes(notes.filter((note) => !gone.includes(note))),
          keep: lease.require,
        });
      }),
  };
}
