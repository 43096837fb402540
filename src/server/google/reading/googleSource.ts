import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Parts } from '../../parts';
import type { FetchedSpreadsheet, Source } from '../../workbook/source';
import { type Connections, rightsOf } from '../consent/connections';
import { DriveFiles } from '../driveFiles';
import type { Google } from '../quotas';
import type { ServiceAccount } from '../serviceAccount';
import { consentWithdrawn, isPrivate } from './googleRefusals';
import { createGoogleLinkSource } from './linkSource';
import { createReadAs, type GridAccount, type ReadAs } from './readAs';
import { ServerAccount } from './serverAccount';

const UNKNOWN = 'Google does not accept this server. Its administrator has to look at the Google client.';

interface ApiParts {
  readonly connections: Connections;
  readonly readAs: ReadAs;
  /** For sheets of people who have connected no account. */
  readonly otherwise: Source;
  /** The last way to a sheet that a person's account may not read, where there is one. */
  readonly server?: ServerAccount | undefined;
}

/**
 * Google spreadsheets. With a connected account they are read by the Sheets API, as the person whose they are; without one, or
 * when its consent is no more, in the other ways that there are.
 */
export function createGoogleApiSource({ connections, readAs, otherwise, server }: ApiParts): Source {
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
      if (!isPrivate(error) || server === undefined) throw error;
      return server.read(sheetId, signal);
    }
  }

  async function read(...[owner, sheetId, signal]: Parameters<Source['read']>): Promise<FetchedSpreadsheet> {
    const found = await readAsPerson(owner.id, sheetId, signal);
    if (typeof found !== 'string') return found;
    try {
      return await otherwise.read(owner, sheetId, signal);
    } catch (error) {
      throw found === 'withdrawn' && isPrivate(error) ? consentWithdrawn() : error;
    }
  }

  return { ...otherwise, read };
}

interface GoogleParts extends Pick<Parts, 'workers' | 'settings'> {
  readonly google: Google;
  /** The server's own account, where it has one. */
  readonly serviceAccount: ServiceAccount | undefined;
  /** None where no client of Google is set. */
  readonly connections: Connections | undefined;
}

/** Makes what reads spreadsheets of Google, in all the ways that this server has. */
export function createGoogleSource({ workers, settings, google, serviceAccount, connections }: GoogleParts): Source {
  const folder = join(settings.dataDir, 'google');
  // Files that a killed process has left there.
  rmSync(folder, { recursive: true, force: true });
  const parts = { google, workers, folder };
  const readAs = createReadAs(parts);
  const server = serviceAccount && new ServerAccount(serviceAccount, new DriveFiles(google), readAs);
  const link = createGoogleLinkSource(parts);
  const otherwise = server?.after(link) ?? link;
  return connections === undefined ? otherwise : createGoogleApiSource({ connections, readAs, otherwise, server });
}
