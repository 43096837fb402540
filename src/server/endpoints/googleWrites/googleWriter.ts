import { isDriveSheetId } from '../../../contract/sheetUrl';
import { spreadsheetLock } from '../../database/locks';
import { isSqlite } from '../../database/databaseKind';
import { tooManyWaiting, unconfirmed } from '../../google/write/writeRefusals';
import { Refusal } from '../../refusal';
import type { PlannedWrite, Written } from '../../store/log/work';
import type { SyncContext } from '../../sync/syncProject';
import { startWithin } from '../../timeLimits';
import { expectedRows } from './expectedRows';
import { findIntent, listUnsettled, purgeLost } from './intents';
import { type GoogleWriteRequest, OneWrite } from './oneWrite';
import { settleAll, type SettlingContext } from './settle';
import { createSheetTurns, refreshInTurn, type SheetTurn } from './sheetTurns';

/** Milliseconds that a write waits in the queue. */
const PATIENCE = 20_000;

/** What it is made with; a model gives its own. */
interface WriterParts extends SyncContext, Pick<SettlingContext, 'askAs'> {}

/** Writes to spreadsheets of Google, one at a time for each of them, together with its syncs. */
export class GoogleWriter {
  readonly #ending = new AbortController();
  readonly #turns;

  constructor(private readonly parts: WriterParts) {
    this.#turns = createSheetTurns(parts.db);
  }

  /**
   * Writes; resolved when Google has taken it and the endpoint's rows have followed.
   *
   * @throws Refusal as the work throws it; `row_changed` when a row is not what it was; `source_unconfirmed` when it is not known;
   * `busy` when Google takes nothing now; `read_only`, `source_private` when the account may not
   */
  write<Planned extends PlannedWrite>(request: GoogleWriteRequest<Planned>): Promise<Written<Planned>> {
    const { owner_id: id, sheet_id: sheetId } = request.project;
    return startWithin(PATIENCE, tooManyWaiting, (begun) =>
      this.parts.locks.exclusive(spreadsheetLock({ id }, sheetId), () => {
        begun();
        return this.#turns.hold(sheetId, (turn) => this.#writeInTurn(request, turn));
      }),
    );
  }

  /** Does work about a spreadsheet while nothing else reads or writes it, once all is known of what was written before. */
  readonly inTurn = <T>(sheetId: string, work: () => Promise<T>): Promise<T> =>
    isDriveSheetId(sheetId)
      ? work()
      : this.#turns.hold(sheetId, async (turn) => {
          await settleAll(this.parts, turn);
          return work();
        });

  /** Finds out what has become of writes that the end of a process has cut off. */
  async recover(): Promise<void> {
    try {
      // No other process has this file open: one that had a turn has ended.
      if (isSqlite(this.parts.db)) await this.#turns.endAll();
      await this.#settleRest();
    } catch (error) {
      // What the end of the server cuts off is no fault: the next one takes it up.
      if (!this.#ending.signal.aborted) throw error;
    }
  }

  /** Removes what can never be known and is older than a day. */
  readonly purge = () => purgeLost(this.parts.db);

  close(): void {
    this.#ending.abort(new Refusal('busy', 'The server is stopping. Try again in a few seconds.'));
  }

  async #writeInTurn<Planned extends PlannedWrite>(request: GoogleWriteRequest<Planned>, turn: SheetTurn) {
    const { signal } = this.#ending;
    const expected = await expectedRows(this.parts.db, request);
    await this.#settleBefore(turn, request);
    const refresh = (ownerId: string, sheetId: string) => refreshInTurn(this.parts, ownerId, sheetId, signal);
    return new OneWrite({ ...this.parts, refresh }, request, turn, expected).run();
  }

  /** Where it is this very request that is not known yet, the refusal says so. */
  async #settleBefore<Planned extends PlannedWrite>(turn: SheetTurn, { keep, tab }: GoogleWriteRequest<Planned>) {
    try {
      await settleAll(this.parts, turn);
    } catch (error) {
      const isThis = keep !== undefined && (await findIntent(this.parts.db, tab.id, keep)) !== undefined;
      throw isThis ? unconfirmed(true) : error;
    }
  }

  async #settleRest() {
    const { db, locks, report } = this.parts;
    for (const { sheetId, ownerId } of await listUnsettled(db)) {
      if (this.#ending.signal.aborted) return;
      const settled = locks.exclusive(spreadsheetLock({ id: ownerId }, sheetId), () =>
        this.inTurn(sheetId, async () => undefined),
      );
      await settled.catch((error: unknown) => (error instanceof Refusal ? undefined : report(error)));
    }
  }
}
