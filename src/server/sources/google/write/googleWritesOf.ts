import type { Kysely } from 'kysely';
import { isDriveSheetId } from '../../../../contract/sheetUrl';
import type { Database } from '../../../database/schema';
import { sqliteOf } from '../../../database/sqlite';
import { createGoogleClient } from '../../../google/client';
import type { GoogleAccess } from '../../../google/consent/connections';
import { googleConsentOf } from '../../../google/consent/googleConsentOf';
import { googleAddresses } from '../../../google/googleAddresses';
import { createGoogleGate, READS, readsOf, WRITES, writesOf } from '../../../google/googleGate';
import { googlePlaces } from '../../../google/googlePlaces';
import { createAsk } from '../../../google/write/askSheet';
import type { Ask } from '../../../google/write/sheetCalls';
import type { Parts } from '../../../parts';
import { Refusal } from '../../../refusal';
import { lineOf, linesOf } from '../../../sync/lines';
import { createRetiring } from '../../../sync/retiring';
import { createDriveSource } from '../../drive/driveSource';
import { createSources, type Sources } from '../../sources';
import { googleSourceOf } from '../googleSourceOf';
import { GoogleWriter } from './googleWriter';
import { listUnsettled, purgeLost } from './intents';
import { purgeMeantRows } from './meantRows';
import { refreshInTurn } from './refreshInTurn';
import { createSettling } from './settling';
import { createSheetTurns } from './sheetTurns';

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
export interface GoogleWritesParts extends Pick<Parts, 'db' | 'workers'> {
  readonly sources: Sources;
  readonly askAs: (personId: string, sheetId: string) => Ask;
  readonly report: (error: unknown) => void;
}

export function createGoogleWrites({ db, workers, sources, askAs, report }: GoogleWritesParts): GoogleWrites {
  const retiring = createRetiring(db, report);
  const ending = new AbortController();
  const publishing = { db, workers, retire: retiring.retire };
  const turns = createSheetTurns({ db });
  const settling = createSettling({ ...publishing, askAs });
  const context = { ...publishing, sources, report, signal: ending.signal };
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
  const timer = setInterval(() => void purge().catch(report), HOUR).unref();

  async function settleRest() {
    // Nobody else has this file open: whoever had a turn is no more.
    if (sqliteOf(db) !== undefined) await db.updateTable('google_turns').set({ until: 0 }).execute();
    await purge();
    for (const { sheetId, ownerId } of await listUnsettled(db)) {
      if (ending.signal.aborted) return;
      const settled = linesOf(db)(lineOf({ id: ownerId }, sheetId), () => inTurn(sheetId, async () => undefined));
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
      clearInterval(timer);
      ending.abort(new Refusal('busy', 'The server is stopping. Try again in a few seconds.'));
      retiring.close();
    },
  };
}

const NONE: GoogleAccess = { kind: 'none' };

type WritesParts = Pick<Parts, 'db' | 'workers' | 'settings' | 'patience'>;

function askingOf(parts: WritesParts) {
  const { db, settings } = parts;
  const connections = googleConsentOf(parts)?.connections;
  const asking = {
    client: createGoogleClient({ places: googlePlaces(settings.googleDouble) }),
    addresses: googleAddresses(settings.googleDouble),
    access: async (personId: string, refused?: string) => (await connections?.access(personId, refused)) ?? NONE,
    gates: (counts: 'read' | 'write', personId: string) => {
      const [own, all] = counts === 'read' ? [readsOf(personId), READS] : [writesOf(personId), WRITES];
      return [createGoogleGate({ db, quota: own }), createGoogleGate({ db, quota: all })];
    },
  };
  return (personId: string, sheetId: string) => createAsk(asking, personId, sheetId);
}

const opened = new WeakMap<Kysely<Database>, GoogleWrites>();

/** Those of a server: syncs and writes stand in the same queue. */
export function googleWritesOf(parts: WritesParts): GoogleWrites {
  const known = opened.get(parts.db);
  if (known !== undefined) return known;
  const { db, workers, patience } = parts;
  const sources = createSources({ drive: createDriveSource(db), google: googleSourceOf(parts), ...patience });
  const report = (error: unknown) => process.emitWarning(error instanceof Error ? error : String(error));
  const writes = createGoogleWrites({ db, workers, sources, askAs: askingOf(parts), report });
  opened.set(db, writes);
  return writes;
}
