import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import type { Database } from '../../database/schema';
import { createGoogleClient } from '../../google/client';
import { googleConsentOf } from '../../google/consent/googleConsentOf';
import { googleAddresses } from '../../google/googleAddresses';
import { createGoogleGate, READS, readsOf } from '../../google/googleGate';
import { googlePlaces } from '../../google/googlePlaces';
import type { Parts } from '../../parts';
import type { Source } from '../source';
import { createGoogleApiSource } from './googleApiSource';
import { createGoogleLinkSource } from './googleLinkSource';

const sources = new WeakMap<Kysely<Database>, Source>();

function create(all: Parts): Source {
  const { db, workers, settings } = all;
  const places = googlePlaces(settings.googleDouble);
  const folder = join(settings.dataDir, 'google');
  // What a process that was killed has left there is nobody's.
  rmSync(folder, { recursive: true, force: true });
  const client = createGoogleClient({ places });
  const link = createGoogleLinkSource({ places, client, gate: createGoogleGate({ db }), folder }, workers);
  const connections = googleConsentOf(all)?.connections;
  if (connections === undefined) return link;
  const addresses = googleAddresses(settings.googleDouble);
  const gate = createGoogleGate({ db, quota: READS });
  const gateOf = (personId: string) => createGoogleGate({ db, quota: readsOf(personId) });
  return createGoogleApiSource({ addresses, client, gate, gateOf, folder, connections, workers, link });
}

/** How this server reads spreadsheets of Google. */
export function googleSourceOf(parts: Parts): Source {
  const source = sources.get(parts.db) ?? create(parts);
  sources.set(parts.db, source);
  return source;
}
