import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { notWaiting } from '../../../database/notWaiting';
import type { Database } from '../../../database/schema';
import type { OldNote } from '../../../google/write/rowNotes';
import { tooManyWaiting } from '../../../google/write/writeRefusals';

type Db = Kysely<Database>;

/** The right to read and write one spreadsheet, which one of all servers has at a time. */
export interface SheetTurn {
  readonly sheetId: string;
  /** Notes in the spreadsheet that are of no use any more, or soon are not. */
  readonly oldNotes: readonly OldNote[];
  /** Says before it is put down that there will be another one. */
  willNote(note: OldNote): Promise<void>;
  /** Says that notes are taken away. */
  tidied(notes: readonly OldNote[]): Promise<void>;
  /** Locks the turn in a transaction. @throws Refusal `busy` where somebody else has taken it meanwhile */
  keep(trx: Db): Promise<void>;
}

/** Turns of all servers on the same database, as rows of it. */
export interface SheetTurns {
  /**
   * Does work about a spreadsheet while nobody else does, whoever's project it is for.
   *
   * @throws Refusal `busy` when others take too long; what the work throws
   */
  hold<T>(sheetId: string, work: (turn: SheetTurn) => Promise<T>): Promise<T>;
}

interface TurnsOptions {
  readonly db: Db;
  readonly now?: () => number;
  /** Milliseconds after which the turn of a server that has died is anybody's. */
  readonly leaseMilliseconds?: number;
}

const LEASE = 30_000;

/** Milliseconds that a turn of another server is waited for, and between two looks. */
const PATIENCE = 12_000;
const LOOK = 100;

export function createSheetTurns({ db, now = Date.now, leaseMilliseconds = LEASE }: TurnsOptions): SheetTurns {
  const take = (sheetId: string, holder: string) =>
    notWaiting(db, (free) =>
      free
        .insertInto('google_turns')
        .values({ sheet_id: sheetId, holder, until: now() + leaseMilliseconds, notes: '[]' })
        .onConflict((conflict) =>
          conflict
            .column('sheet_id')
            .doUpdateSet({ holder, until: now() + leaseMilliseconds })
            .where('google_turns.until', '<=', now()),
        )
        .returning('notes')
        .executeTakeFirst(),
    );

  async function takeSoon(sheetId: string, holder: string) {
    for (let waited = 0; waited <= PATIENCE; waited += LOOK) {
      const mine = await take(sheetId, holder);
      if (mine !== undefined) return mine;
      await sleep(LOOK);
    }
    throw tooManyWaiting();
  }

  const change = (trx: Db, sheetId: string, holder: string, set: { until?: number; notes?: string }) =>
    trx
      .updateTable('google_turns')
      .set(set)
      .where('sheet_id', '=', sheetId)
      .where('holder', '=', holder)
      .executeTakeFirst();

  return {
    async hold(sheetId, work) {
      const holder = randomUUID();
      const mine = await takeSoon(sheetId, holder);
      const until = (end: number) =>
        notWaiting(db, (free) => change(free, sheetId, holder, { until: end })).catch(() => undefined);
      const timer = setInterval(() => void until(now() + leaseMilliseconds), leaseMilliseconds / 3).unref();
      let notes = JSON.parse(mine.notes) as readonly OldNote[];
      const setNotes = async (changed: readonly OldNote[]) => {
        notes = changed;
        await change(db, sheetId, holder, { notes: JSON.stringify(notes) });
      };
      const turn: SheetTurn = {
        sheetId,
        get oldNotes() {
          return notes;
        },
        willNote: (note) => setNotes([...notes, note]),
        tidied: (gone) => setNotes(notes.filter((note) => !gone.includes(note))),
        async keep(trx) {
          const kept = await change(trx, sheetId, holder, { until: now() + leaseMilliseconds });
          if (kept.numUpdatedRows !== 1n) throw tooManyWaiting();
        },
      };
      try {
        return await work(turn);
      } finally {
        clearInterval(timer);
        await until(0);
      }
    },
  };
}
