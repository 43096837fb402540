import { rm } from 'node:fs/promises';
import type { Connections } from '../../google/consent/connections';
import { NotGranted } from '../../google/consent/tokenCalls';
import { GoogleTrouble } from '../../google/googleTrouble';
import { Refusal } from '../../refusal';
import { cleanTitle } from '../../titles';
import type { Workers } from '../../workers/workers';
import type { FetchedSpreadsheet, Source } from '../source';
import { twice } from './exportSheet';
import { fetchedTab, refusalOfImport } from './fetchedTab';
import { consentWithdrawn, refusalOfTrouble } from './googleRefusals';
import { type GridParts, type GridReader, readGrid, TOKEN_REFUSED } from './readGrid';
import { createSharedWork } from './sharedWork';

const READ_ONLY = 'Read only: a sheet of a connected Google account cannot be written to yet.';
const UNTITLED = 'Untitled spreadsheet';

export interface ApiParts extends GridParts {
  readonly connections: Pick<Connections, 'access'>;
  readonly workers: Workers;
  /** For sheets of people who have connected no account. */
  readonly link: Source;
}

/** Google does not know this server's client, or is in trouble: nothing that a person can change. */
function troubleOf(error: unknown): unknown {
  if (!(error instanceof NotGranted)) return error;
  return new Refusal(
    'source_unavailable',
    'Google does not accept this server. Its administrator has to look at the Google client.',
  );
}

async function privateBecauseWithdrawn(reading: Promise<FetchedSpreadsheet>): Promise<FetchedSpreadsheet> {
  try {
    return await reading;
  } catch (error) {
    throw error instanceof Refusal && error.code === 'source_private' ? consentWithdrawn() : error;
  }
}

/**
 * Google spreadsheets. With a connected account they are read by the Sheets API, as the person whose they are; without one, or
 * when its consent is no more, those that are shared by link are read by that.
 */
export function createGoogleApiSource(parts: ApiParts): Source {
  const { connections, workers, link } = parts;
  const shared = createSharedWork<FetchedSpreadsheet | typeof TOKEN_REFUSED>();

  async function imported(path: string, signal: AbortSignal): Promise<FetchedSpreadsheet> {
    try {
      const { title, tabs } = await workers.run('importGoogleSheet', { path }, { signal });
      return {
        source: 'googleApi',
        title: cleanTitle(title) || UNTITLED,
        writable: false,
        readOnlyReason: READ_ONLY,
        steadyNumbers: true,
        bytes: tabs.reduce((bytes, { raw }) => bytes + raw.length, 0),
        tabs: tabs.map(fetchedTab),
      };
    } catch (error) {
      throw refusalOfImport(error);
    }
  }

  async function readOnce(reader: GridReader, sheetId: string, signal: AbortSignal) {
    workers.prepare();
    const answer = await twice(() => readGrid(parts, reader, sheetId, signal), signal);
    if (answer === TOKEN_REFUSED) return TOKEN_REFUSED;
    try {
      return await imported(answer.path, signal);
    } finally {
      await rm(answer.path, { force: true });
    }
  }

  async function accessOnce(personId: string, refused?: string) {
    try {
      return await connections.access(personId, refused);
    } catch (error) {
      throw troubleOf(error);
    }
  }

  /** Why not, where the person's account cannot be used. */
  async function readAs(personId: string, sheetId: string, signal: AbortSignal) {
    let refused: string | undefined;
    for (let step = 0; step < 2; step += 1) {
      const given = await twice(() => accessOnce(personId, refused), signal);
      if (given.kind !== 'open') return given.kind;
      const reader = { personId, ...given };
      const key = `${personId} ${sheetId} ${given.token}`;
      const found = await shared(key, signal, (ending) => readOnce(reader, sheetId, ending));
      if (found !== TOKEN_REFUSED) return found;
      refused = given.token;
    }
    throw refusalOfTrouble(new GoogleTrouble('failing', 'Google takes no token.'));
  }

  return {
    held: true,
    late: link.late,
    patience: link.patience,
    async read(owner, sheetId, signal) {
      const found = await readAs(owner.id, sheetId, signal);
      if (found === 'none') return link.read(owner, sheetId, signal);
      return found === 'withdrawn' ? privateBecauseWithdrawn(link.read(owner, sheetId, signal)) : found;
    },
  };
}
