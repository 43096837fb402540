import { isDriveSheetId } from '../../../contract/sheetUrl';
import { createDeferredDeletion } from '../../database/blobs';
import { spreadsheetLock } from '../../database/locks';
import { isSqlite } from '../../database/sqlite';
import type { Ask } from '../../google/write/sheetCalls';
import { tooManyWaiting, unconfirmed } from '../../google/write/writeRefusals';
import { Refusal } from '../../refusal';
import type { PlannedWrite, Written } from '../../store/log/work';
import type { SyncContext } from '../../sync/syncProject';
import { begunSoon, repeat } from '../../timeLimits';
import { findIntent, listUnsettled, purgeLost } from './intents';
import { meantRows, purgeMeantRows } from './meantRows';
import { type GoogleWriteRequest, type GoogleWriterOptions, OneWrite } from './oneWrite';
import { createSettling } from './settle';
import { createSheetTurns, refreshInTurn, type SheetTurn } from './sheetTurns';

/** Milliseconds that a write waits in the queue. */
const PATIENCE = 20_000;

/** Writes to spreadsheets of Google, one at a time for each of them, together with its syncs. */
export class GoogleWriter {
  constructor(private readonly options: GoogleWriterOptions) {}

  /**
   * Writes; resolved when Google has taken it and the endpoint's rows have followed.
   *
   * @throws Refusal as the work throws it; `row_changed` when a row is not what it was; `source_unconfirmed` when it is not known;
   * `busy` when Google takes nothing now; `read_only`, `source_private` when the account may not
   */
  write<Planned extends PlannedWrite>(request: GoogleWriteRequest<Planned>): Promise<Written<Planned>> {
    const { db, locks, turns } = this.options;
    const { owner_id: id, sheet_id: sheetId } = request.project;
    const work = () =>
      turns.hold(sheetId, async (turn) => {
        const meant = await meantRows(db, request);
        await this.#settleAll(turn, request);
        return new OneWrite(this.options, request, turn, meant).run();
      });
    return begunSoon(PATIENCE, tooManyWaiting, (begun) =>
      locks.exclusive(spreadsheetLock({ id }, sheetId), () => {
        begun();
        return work();
      }),
    );
  }

  /** Where it is this very request that is not known yet, it is told so. */
  async #settleAll(turn: SheetTurn, { keep, tab }: Pick<GoogleWriteRequest<PlannedWrite>, 'keep' | 'tab'>) {
    try {
      await this.options.settling.settleAll(turn);
    } catch (error) {
      const isThis = keep !== undefined && (await findIntent(this.options.db, tab.id, keep)) !== undefined;
      throw isThis ? unconfirmed(true) : error;
    }
  }
}

const HOUR = 60 * 60 * 1000;

/** Everything that writes to spreadsheets of Google. */
export interface GoogleWrites {
  readonly writer: GoogleWriter;
  /** Does work about a spreadsheet while nobody else reads or writes it, once all is known of what was written before. */
  readonly inTurn: <T>(sheetId: string, work: () => Promise<T>) => Promise<T>;
  /** Finds out what has become of writes that the end of a process has cut off. */
  readonly recover: () => Promise<void>;
  readonly close: () => void;
}

/** What they are made with; a model gives its own. */
export interface GoogleWritesParts extends Omit<SyncContext, 'deleteLater'> {
  readonly askAs: (personId: string, sheetId: string) => Ask;
}

export function createGoogleWrites({ askAs, ...parts }: GoogleWritesParts): GoogleWrites {
  const { db, locks, report } = parts;
  const deletion = createDeferredDeletion(db, report);
  const ending = new AbortController();
  const publishing = { ...parts, deleteLater: deletion.later };
  const turns = createSheetTurns(db);
  const settling = createSettling({ ...publishing, askAs });
  const context = { ...publishing, signal: ending.signal };
  const writer = new GoogleWriter({
    ...publishing,
    ...{ turns, settling, askAs },
    refresh: (ownerId, { sheetId }) => refreshInTurn(context, ownerId, sheetId),
  });

  const inTurn = <T>(sheetId: string, work: () => Promise<T>) =>
    isDriveSheetId(sheetId)
      ? work()
      : turns.hold(sheetId, async (turn) => {
          await settling.settleAll(turn);
          return work();
        });

  const purge = async () => {
    await purgeLost(db);
    await purgeMeantRows(db);
  };
  const purging = repeat(HOUR, purge, report);

  async function settleRest() {
    // Nobody else has this file open: whoever had a turn is no more.
    if (isSqlite(db)) await turns.endAll();
    await purge();
    for (const { sheetId, ownerId } of await listUnsettled(db)) {
      if (ending.signal.aborted) return;
      const settled = locks.exclusive(spreadsheetLock({ id: ownerId }, sheetId), () =>
        inTurn(sheetId, async () => undefined),
      );
      await settled.catch((error: unknown) => (error instanceof Refusal ? undefined : report(error)));
    }
  }

  return {
    writer,
    inTurn,
    async recover() {
      try {
        await settleRest();
      } catch (error) {
        // What the end of the server cuts off is no fault: the next one takes it up.
        if (!ending.signal.aborted) throw error;
      }
    },
    close() {
      void purging.end();
      ending.abort(new Refusal('busy', 'The server is stopping. Try again in a few seconds.'));
      deletion.close();
    },
  };
}
