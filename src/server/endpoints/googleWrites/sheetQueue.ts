import { type LeaseOptions, Leases } from '../../database/locks';
import type { Db } from '../../database/schema';
import type { OldNote } from '../../google/write/rowNotes';
import { notReadable, tooManyWaiting } from '../../google/write/writeRefusals';
import { Refusal, retryAfterOf } from '../../refusal';
import { type SyncContext, SyncMarker, syncProject } from '../../sync/syncProject';

/** Returns the error of a read before a write: without it, nothing was written. */
export const withoutWrite = (error: unknown): unknown =>
  error instanceof Refusal && error.code === 'source_unavailable'
    ? notReadable(error.detail, retryAfterOf(error))
    : error;

/**
 * Reads a spreadsheet before it is written. Changes are recorded in the sync history; a read without changes is not.
 *
 * @param context with a signal that is aborted when the server stops
 * @throws Refusal `busy` if it cannot be read now; `source_…` if it cannot be read at all
 */
export async function refreshInTurn(
  context: SyncContext & { readonly signal: AbortSignal },
  ownerId: string,
  sheetId: string,
): Promise<void> {
  try {
    await syncProject(context, {
      owner: { id: ownerId },
      sheetId,
      reuseCheck: false,
      startedBy: 'schedule',
      creates: false,
      onlyChanges: true,
      marker: new SyncMarker(context),
      signal: context.signal,
    });
  } catch (error) {
    throw withoutWrite(error);
  }
}

/** Exclusive right, among all servers, to read and write one spreadsheet. */
export interface SheetTurn {
  readonly sheetId: string;
  /** Notes in the spreadsheet that are obsolete, or soon will be. */
  readonly oldNotes: readonly OldNote[];
  /** Records a note before it is created. @throws Refusal `busy` as {@link lockIn} */
  addNote(note: OldNote): Promise<void>;
  /** Records that notes were removed. @throws Refusal `busy` as {@link lockIn} */
  removeNotes(notes: readonly OldNote[]): Promise<void>;
  /** Locks the lease in a transaction. @throws Refusal `busy` if another write has taken it meanwhile */
  lockIn(trx: Db): Promise<void>;
}

/** Milliseconds. A call to Google may take long; people do not wait that long. */
const DEFAULT_TIMES: LeaseOptions = { maxWaitMs: 12_000, retryMs: 100 };

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

/** Creates the turns of all servers on the same database. */
export function createSheetTurns(db: Db, times: LeaseOptions = DEFAULT_TIMES) {
  const leases = new Leases(db, { ...times, busy: tooManyWaiting });
  return {
    /** Ends all turns. Only if no other process has the database open. */
    endAll: () => leases.endAll(),
    /**
     * Runs work on a spreadsheet while no other work runs on it, for any project.
     *
     * @throws Refusal `busy` if others take too long; what the work throws
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
          addNote: (note) => setNotes([...notes, note]),
          removeNotes: (removed) => setNotes(notes.filter((note) => !removed.includes(note))),
          lockIn: lease.require,
        });
      }),
  };
}
