import { rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createGoogleClient } from '../client';
import type { Connections, GoogleConsent } from '../consent/connections';
import { rightsOf } from '../consent/consentRepository';
import { createDriveFiles } from '../driveCalls';
import { googleAddresses, googlePlaces } from '../googleAddresses';
import { createGoogleGate, LOOKS, READS, readsOf } from '../googleGate';
import type { ServiceAccount } from '../serviceAccount/serviceAccount';
import type { Parts } from '../../parts';
import type { Workers } from '../../workers/workers';
import type { FetchedSpreadsheet, Source } from '../../workbook/source';
import { type ExportParts, exportSheet } from './exportSheet';
import { consentWithdrawn, isPrivate, LATE } from './googleRefusals';
import { createReadAs, fetchedTabs, type GridAccount, type ReadAs, refusalOfImport } from './gridSheets';
import { createServerAccount } from './serverAccount';
import { createSharedWork } from './sharedWork';

const UNKNOWN = 'Google does not accept this server. Its administrator has to look at the Google client.';

interface ApiParts {
  readonly connections: Pick<Connections, 'access' | 'find'>;
  readonly readAs: ReadAs;
  /** For sheets of people who have connected no account. */
  readonly otherwise: Source;
  /** The last way to a sheet that a person's account may not read, where there is one. */
  readonly byServer?: (sheetId: string, signal: AbortSignal) => Promise<FetchedSpreadsheet>;
}

async function privateBecauseWithdrawn(reading: Promise<FetchedSpreadsheet>): Promise<FetchedSpreadsheet> {
  try {
    return await reading;
  } catch (error) {
    throw isPrivate(error) ? consentWithdrawn() : error;
  }
}

/**
 * Google spreadsheets. With a connected account they are read by the Sheets API, as the person whose they are; without one, or
 * when its consent is no more, in the other ways that there are.
 */
export function createGoogleApiSource({ connections, readAs, otherwise, byServer }: ApiParts): Source {
  const accountOf = (personId: string): GridAccount => ({
    id: personId,
    rights: rightsOf(false),
    unknown: UNKNOWN,
    access: (refused) => connections.access(personId, refused),
  });

  /** What the person's own account may not read may be shared with the server's. */
  async function readAsPerson(personId: string, sheetId: string, signal: AbortSignal) {
    try {
      const found = await readAs(accountOf(personId), sheetId, signal);
      if (typeof found === 'string') return found;
      return { ...found, readOnlyReason: undefined, ...rightsOf((await connections.find(personId))?.writes === true) };
    } catch (error) {
      if (!isPrivate(error) || byServer === undefined) throw error;
      return byServer(sheetId, signal);
    }
  }

  return {
    ...otherwise,
    async read(owner, sheetId, signal) {
      const found = await readAsPerson(owner.id, sheetId, signal);
      if (found !== 'none' && found !== 'withdrawn') return found;
      const reading = otherwise.read(owner, sheetId, signal);
      return found === 'none' ? reading : privateBecauseWithdrawn(reading);
    },
  };
}

const READ_ONLY = 'Read only: a sheet that is shared by link cannot be written to.';

/**
 * Google spreadsheets that are shared by link, read as the .xlsx file that Google makes of them, in the same way as an upload.
 * Whoever asks for one that is just being read gets that.
 */
export function createGoogleLinkSource(parts: ExportParts, workers: Workers): Source {
  const shared = createSharedWork<FetchedSpreadsheet>();

  async function read(sheetId: string, signal: AbortSignal): Promise<FetchedSpreadsheet> {
    const { title, path } = await exportSheet(parts, sheetId, signal);
    try {
      const { tabs } = await workers.run(
        'importWorkbook',
        { path, fileName: `${title}.xlsx`, marked: true },
        { signal },
      );
      return {
        source: 'googleLink',
        title,
        writable: false,
        readOnlyReason: READ_ONLY,
        steadyNumbers: false,
        ...fetchedTabs(tabs),
      };
    } catch (error) {
      throw refusalOfImport(error);
    } finally {
      await rm(path, { force: true });
    }
  }

  return {
    held: true,
    late: LATE,
    patience: 60_000,
    read: (_owner, sheetId, signal) => shared(sheetId, signal, (ending) => read(sheetId, ending)),
  };
}

interface GoogleParts extends Pick<Parts, 'db' | 'workers' | 'settings'> {
  /** The server's own account, where it has one. */
  readonly serviceAccount: ServiceAccount | undefined;
  /** None where no client of Google is set. */
  readonly googleConsent: Pick<GoogleConsent, 'connections'> | undefined;
}

/** Makes what reads spreadsheets of Google, in all the ways that this server has. */
export function createGoogleSource({ db, workers, settings, serviceAccount, googleConsent }: GoogleParts): Source {
  const places = googlePlaces(settings.googleDouble);
  const addresses = googleAddresses(settings.googleDouble);
  const folder = join(settings.dataDir, 'google');
  // What a process that was killed has left there is nobody's.
  rmSync(folder, { recursive: true, force: true });
  const client = createGoogleClient({ places });
  const link = createGoogleLinkSource({ places, client, gate: createGoogleGate({ db }), folder }, workers);
  const gate = createGoogleGate({ db, quota: READS });
  const gateOf = (personId: string) => createGoogleGate({ db, quota: readsOf(personId) });
  const readAs = createReadAs({ addresses, client, gate, gateOf, folder, workers });

  const files = createDriveFiles({ client, addresses, gate: createGoogleGate({ db, quota: LOOKS }) });
  const server = serviceAccount && createServerAccount({ account: serviceAccount, files, readAs });
  const otherwise = server?.after(link) ?? link;
  if (googleConsent === undefined) return otherwise;
  return createGoogleApiSource({
    connections: googleConsent.connections,
    readAs,
    otherwise,
    byServer: server && ((...asked) => server.read(...asked)),
  });
}
