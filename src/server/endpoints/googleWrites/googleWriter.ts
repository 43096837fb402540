import { isDriveSheetId } from '../../../contract/sheetUrl';
import { spreadsheetLock } from '../../database/locks';
import { isSqlite } from '../../database/databaseKind';
import { tooManyWaiting, unconfirmed } from '../../google/write/writeRefusals';
import { Refusal } from '../../refusal';
import type { PlannedWrite, Written } from '../../store/log/plannedWrite';
import { startWithin } from '../../timeLimits';
import { expectedRows } from './expectedRows';
import { deleteExpired, findIntent, listUnsettled } from './intents';
import { type GoogleWriteRequest, OneWrite, type WriteContext } from './oneWrite';
import { settleAll } from './settle';
import { createSheetTurns, type SheetTurn } from './sheetQueue';

/** Maximum milliseconds that a write waits in the queue. */
const MAX_QUEUED_MS = 20_000;

/** Writes to Google spreadsheets, one at a time per spreadsheet, also with respect to syncs. */
export class GoogleWriter {
  readonly #shutdown = new AbortController();
  readonly #turns;

  /** @param parts tests pass a model of Google */
  constructor(private readonly parts: Omit<WriteContext, 'signal'>) {
    this.#turns = createSheetTurns(parts.db);
  }

  /**
   * Runs a write. Resolves when Google has accepted it and the endpoint's rows are updated.
   *
   * @throws Refusal as the work throws it; `row_changed` if a row has changed; `source_unconfirmed` if the outcome is unknown;
   * `busy` if Google does not accept writes now; `read_only`, `source_private` if the account lacks the permission
   */
  write<Planned extends PlannedWrite>(request: GoogleWriteRequest<Planned>): Promise<Written<Planned>> {
    const { owner_id: id, sheet_id: sheetId } = request.project;
    return startWithin(MAX_QUEUED_MS, tooManyWaiting, (begun) =>
      this.parts.locks.exclusive(spreadsheetLock({ id }, sheetId), () => {
        begun();
        return this.#turns.hold(sheetId, (turn) => this.#writeInTurn(request, turn));
      }),
    );
  }

  /** Runs work while nothing else reads or writes the spreadsheet, after the outcome of all earlier writes is known. */
  readonly inTurn = <T>(sheetId: string, work: () => Promise<T>): Promise<T> =>
    isDriveSheetId(sheetId)
      ? work()
      : this.#turns.hold(sheetId, async (turn) => {
          await settleAll(this.parts, turn);
          return work();
        });

  /** Determines the outcome of writes that were interrupted by the end of a process. */
  async recover(): Promise<void> {
    try {
      // No other process has this database file open: the holder of any lease has ended.
      if (isSqlite(this.parts.db)) await this.#turns.endAll();
      await this.#settleOpen();
    } catch (error) {
      // Work interrupted by the server's shutdown is not an error: the next process continues it.
      if (!this.#shutdown.signal.aborted) throw error;
    }
  }

  /** Removes intents whose outcome can never be known, after a day. */
  readonly purge = () => deleteExpired(this.parts.db);

  close(): void {
    this.#shutdown.abort(new Refusal('busy', 'The server is stopping. Try again in a few seconds.'));
  }

  async #writeInTurn<Planned extends PlannedWrite>(request: GoogleWriteRequest<Planned>, turn: SheetTurn) {
    await this.#settleBefore(turn, request);
    const expected = await expectedRows(this.parts.db, request);
    return new OneWrite({ ...this.parts, signal: this.#shutdown.signal }, request, turn, expected).run();
  }

  /** Settles earlier writes. If the unknown one is this very request, the refusal says so. */
  async #settleBefore<Planned extends PlannedWrite>(turn: SheetTurn, { keep, tab }: GoogleWriteRequest<Planned>) {
    try {
      await settleAll(this.parts, turn);
    } catch (error) {
      const isThisRequest = keep !== undefined && (await findIntent(this.parts.db, tab.id, keep)) !== undefined;
      throw isThisRequest ? unconfirmed(true) : error;
    }
  }

  async #settleOpen() {
    const { db, locks, report } = this.parts;
    for (const { sheetId, ownerId } of await listUnsettled(db)) {
      if (this.#shutdown.signal.aborted) return;
      const settled = locks.exclusive(spreadsheetLock({ id: ownerId }, sheetId), () =>
        this.inTurn(sheetId, async () => undefined),
      );
      await settled.catch((error: unknown) => (error instanceof Refusal ? undefined : report(error)));
    }
  }
}
