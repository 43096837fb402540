import type { Kysely } from 'kysely';
import type { Database } from '../../../database/schema';
import { type Ask, NotDone } from '../../../google/write/sheetCalls';
import type { OldNote } from '../../../google/write/rowNotes';
import { notReadable } from '../../../google/write/writeRefusals';
import { Refusal } from '../../../refusal';
import { type Intent, loseIntent, openIntents, removeIntent } from './intents';
import { publishWritten, type PublishContext } from './publishWritten';
import { type Verdict, verdictOf } from './settle';
import type { SheetTurn } from './sheetTurns';

interface SettlingOptions extends PublishContext {
  readonly db: Kysely<Database>;
  readonly askAs: (personId: string, sheetId: string) => Ask;
}

/** Finds out what has become of writes that were cut off. */
export interface Settling {
  /**
   * Says what has become of a write. One that is `applied` is still noted down; the others are not any more.
   *
   * @throws where Google cannot be asked at the moment
   */
  settle(turn: SheetTurn, intent: Intent): Promise<Verdict>;
  /**
   * Settles all that is not known of a spreadsheet: only then may it be read or written.
   *
   * @throws Refusal `busy` where that cannot be done now
   */
  settleAll(turn: SheetTurn): Promise<void>;
}

/** @param options what is published with, and who asks */
export function createSettling(options: SettlingOptions): Settling {
  const { db, askAs } = options;

  /** An account that is shut out never says what has become of it. */
  async function ask(intent: Intent): Promise<Verdict> {
    try {
      return await verdictOf(askAs(intent.ownerId, intent.sheetId), intent);
    } catch (error) {
      if (error instanceof NotDone) return 'lost';
      throw error;
    }
  }

  async function settle(turn: SheetTurn, intent: Intent): Promise<Verdict> {
    const verdict = await ask(intent);
    // The note that keeps new rows from coming after all stays where it is.
    const isIts = (note: OldNote) => 'noteId' in note && note.noteId === intent.noteId;
    if (verdict !== 'applied') await turn.tidied(turn.oldNotes.filter(isIts));
    if (verdict === 'notApplied') await removeIntent(db, intent.id);
    if (verdict === 'lost') await (intent.keep ? loseIntent(db, intent.id) : removeIntent(db, intent.id));
    return verdict;
  }

  return {
    settle,
    async settleAll(turn) {
      for (const intent of await openIntents(db, turn.sheetId)) {
        try {
          if ((await settle(turn, intent)) === 'applied') await publishWritten(options, turn, intent);
        } catch (error) {
          if (error instanceof Refusal) throw error;
          throw notReadable('Google does not say yet what has become of an earlier write.', '10');
        }
      }
    },
  };
}
