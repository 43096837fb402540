import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import type { Database } from '../../database/schema';
import { createGoogleClient } from '../../google/client';
import { googleConsentOf } from '../../google/consent/googleConsentOf';
import { createDriveFiles } from '../../google/drive/driveFiles';
import { googleAddresses } from '../../google/googleAddresses';
import { createGoogleGate, LOOKS, READS, readsOf } from '../../google/googleGate';
import { googlePlaces } from '../../google/googlePlaces';
import { serviceAccountOf } from '../../google/serviceAccount/serviceAccountOf';
import type { Parts } from '../../parts';
import type { Source } from '../source';
import { createGoogleApiSource } from './googleApiSource';
import { createGoogleLinkSource } from './googleLinkSource';
import { createReadAs } from './gridSheets';
import { createServerAccount } from './serverAccount';

type GoogleParts = Pick<Parts, 'db' | 'workers' | 'settings'>;

const sources = new WeakMap<Kysely<Database>, Source>();

function create(all: GoogleParts, folderName: string): Source {
  const { db, workers, settings } = all;
  const places = googlePlaces(settings.googleDouble);
  const addresses = googleAddresses(settings.googleDouble);
  const folder = join(settings.dataDir, folderName);
  // What a process that was killed has left there is nobody's.
  rmSync(folder, { recursive: true, force: true });
  const client = createGoogleClient({ places });
  const link = createGoogleLinkSource({ places, client, gate: createGoogleGate({ db }), folder }, workers);
  const gate = createGoogleGate({ db, quota: READS });
  const gateOf = (personId: string) => createGoogleGate({ db, quota: readsOf(personId) });
  const readAs = createReadAs({ addresses, client, gate, gateOf, folder, workers });

  const account = serviceAccountOf(all);
  const files = createDriveFiles({ client, addresses, gate: createGoogleGate({ db, quota: LOOKS }) });
  const server = account && createServerAccount({ account, files, readAs });
  const otherwise = server?.after(link) ?? link;
  const connections = googleConsentOf(all)?.connections;
  if (connections === undefined) return otherwise;
  return createGoogleApiSource({
    connections,
    readAs,
    otherwise,
    byServer: server && ((...asked) => server.read(...asked)),
  });
}

/**
 * How this server reads spreadsheets of Google.
 *
 * @param folderName inside the data folder, for files that are there for a moment: another one for each that reads
 */
export function googleSourceOf(parts: GoogleParts, folderName = 'google'): Source {
  const source = sources.get(parts.db) ?? create(parts, folderName);
  sources.set(parts.db, source);
  return source;
}
