import { tooManyWaiting, unconfirmed } from '../../../google/write/writeRefusals';
import type { Written } from '../../../records/waiting';
import type { PlannedWrite } from '../../../records/work';
import { begunSoon } from '../../../sync/begunSoon';
import { lineOf, linesOf } from '../../../sync/lines';
import { findIntent } from './intents';
import { meantRows } from './meantRows';
import { type GoogleWriterOptions, type GoogleWriteRequest, OneWrite } from './oneWrite';
import type { SheetTurn } from './sheetTurns';

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
    const { db, turns } = this.options;
    const { owner_id: id, sheet_id: sheetId } = request.project;
    const work = () =>
      turns.hold(sheetId, async (turn) => {
        const meant = await meantRows(db, request);
        await this.#settleAll(turn, request);
        return new OneWrite(this.options, request, turn, meant).run();
      });
    return begunSoon(PATIENCE, tooManyWaiting, (begun) =>
      linesOf(db)(lineOf({ id }, sheetId), () => {
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
