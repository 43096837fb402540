import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Parts } from '../../parts';
import { Refusal } from '../../refusal';
import { cleanTitle } from '../../titles';
import { GRID_FIELDS } from '../../workbook/google/importGoogleSheet';
import type { Source } from '../../workbook/source';
import type { GoogleAnswer } from '../client';
import { type Connections, type OpenAccess, rightsOf } from '../consent/connections';
import { NotGranted } from '../consent/tokenCalls';
import { type Google, sheetsQuotas } from '../quotas';
import { GoogleTrouble, textIn } from '../responses';
import type { ServiceAccount } from '../serviceAccount';
import { failureOf } from '../sheetsApi';
import {
  fetchedTabs,
  type GridAccount,
  importSaved,
  type ReadAs,
  type ReadResult,
  retryOnce,
  save,
  serverError,
  UNTITLED,
} from './fetching';
import {
  consentWithdrawn,
  goneSheet,
  isPrivate,
  notSwitchedOn,
  otherDocument,
  privateSheet,
  quotaReached,
  refusalOfTrouble,
} from './googleRefusals';
import { createGoogleLinkSource, type ReadingParts } from './linkSource';
import { ServerAccount } from './serverAccount';

const TOKEN_REFUSED = 'tokenRefused';

/** @returns the refusal to show, or {@link TOKEN_REFUSED} when another token may help */
async function refusalOf(parts: ReadingParts, answer: GoogleAnswer, { id }: GridAccount, { email }: OpenAccess) {
  const { kind, error, pause } = await failureOf(parts.google, answer, sheetsQuotas('read', id));
  switch (kind) {
    case 'token':
    case 'scope':
      return TOKEN_REFUSED;
    case 'quota':
      return quotaReached(pause);
    case 'disabled':
      return notSwitchedOn();
    case 'forbidden':
      return privateSheet(email || 'your Google account');
    case 'missing':
      return goneSheet();
    case 'invalid':
      return otherDocument();
    case 'failing':
      return serverError(answer, textIn(error, 'status').slice(0, 60));
  }
}

/**
 * Fetches all tabs in one call: their numbers, titles, values and number formats ("Method: spreadsheets.get").
 *
 * @returns the path of the saved response
 */
async function fetchGrid(
  parts: ReadingParts,
  account: GridAccount,
  access: OpenAccess,
  sheetId: string,
  signal: AbortSignal,
): Promise<{ readonly path: string } | typeof TOKEN_REFUSED> {
  const { client, quotas } = parts.google;
  await quotas.pass(signal, ...sheetsQuotas('read', account.id));
  const url = client.addresses.spreadsheet(sheetId);
  url.search = new URLSearchParams({ includeGridData: 'true', fields: GRID_FIELDS, prettyPrint: 'false' }).toString();
  const answer = await client.send({ url, token: access.token }, signal);
  try {
    if (answer.status === 200) return { path: await save(answer, parts.folder, signal) };
    const refusal = await refusalOf(parts, answer, account, access);
    if (refusal === TOKEN_REFUSED) return refusal;
    throw refusal;
  } finally {
    answer.body.destroy();
  }
}

/** Hides from people that Google rejects this server's client or account, which they cannot change. */
const accessBy = (account: GridAccount, refused?: string) =>
  account.access(refused).catch((error: unknown) => {
    throw error instanceof NotGranted ? new Refusal('source_unavailable', account.unknown) : error;
  });

/** Creates the reader for the Sheets API. */
const createReadAs =
  (parts: ReadingParts): ReadAs =>
  async (account, sheetId, signal) => {
    let refused: string | undefined;
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const access = await retryOnce(() => accessBy(account, refused), signal);
      if (access.kind !== 'open') return access.kind;
      await account.before?.(access.token, sheetId, signal);
      const saved = await retryOnce(() => fetchGrid(parts, account, access, sheetId, signal), signal);
      if (saved !== TOKEN_REFUSED) {
        const run = () => parts.workers.run('importGoogleSheet', saved, { signal });
        const { title, tabs } = await importSaved(saved.path, run);
        return {
          source: 'googleApi',
          title: cleanTitle(title) || UNTITLED,
          ...account.rights,
          steadyNumbers: true,
          ...fetchedTabs(tabs),
        };
      }
      refused = access.token;
    }
    throw refusalOfTrouble(new GoogleTrouble('failing', 'Google takes no token.'));
  };

const UNKNOWN = 'Google does not accept this server. Its administrator has to look at the Google client.';

/**
 * Reads in the first of several ways for which the spreadsheet is not private.
 *
 * @throws Refusal `source_private` when it is private for all: the one that names an account to share it with, if there is one
 */
async function readByFirst<T>(ways: readonly (() => Promise<T>)[]): Promise<T> {
  let refusal = privateSheet();
  for (const way of ways) {
    try {
      return await way();
    } catch (error) {
      if (!isPrivate(error)) throw error;
      if (refusal.extras.shareWith === undefined) refusal = error;
    }
  }
  throw refusal;
}

interface GoogleParts extends Pick<Parts, 'workers' | 'settings'> {
  readonly google: Google;
  /** The server's own account, if any. */
  readonly serviceAccount: ServiceAccount | undefined;
  /** Absent without a configured Google client. */
  readonly connections: Connections | undefined;
}

/**
 * Creates the source of Google spreadsheets. With an account connected by their owner, they are read by the Sheets API; without
 * one, or after its consent was withdrawn, by their link. Failing that, they may be shared with the server's own account; a sheet
 * read with that before is read with it first.
 */
export function createGoogleSource({ workers, settings, google, serviceAccount, connections }: GoogleParts): Source {
  const folder = join(settings.dataDir, 'google');
  // Files left by a killed process.
  rmSync(folder, { recursive: true, force: true });
  const parts = { google, workers, folder };
  const readAs = createReadAs(parts);
  const link = createGoogleLinkSource(parts);
  const server = serviceAccount && new ServerAccount(serviceAccount, google, readAs);

  async function asPerson(id: string, sheetId: string, signal: AbortSignal): Promise<ReadResult> {
    if (connections === undefined) return 'none';
    const access = (refused?: string) => connections.access(id, refused);
    const account = { id, rights: rightsOf(false), unknown: UNKNOWN, access };
    const found = await readAs(account, sheetId, signal);
    if (typeof found === 'string') return found;
    const { writable, readOnlyReason } = rightsOf((await connections.find(id))?.writes === true);
    return { ...found, writable, readOnlyReason };
  }

  return {
    ...link,
    async read(owner, sheetId, signal) {
      const asServer = server === undefined ? [] : [() => server.read(sheetId, signal)];
      const byLink = () => link.read(owner, sheetId, signal);
      const read = await readByFirst<ReadResult>([() => asPerson(owner.id, sheetId, signal), ...asServer]);
      if (typeof read !== 'string') return read;
      const isKnownToServer = server?.has(sheetId) === true;
      try {
        return await readByFirst(isKnownToServer ? [...asServer, byLink] : [byLink, ...asServer]);
      } catch (error) {
        throw read === 'withdrawn' && isPrivate(error) ? consentWithdrawn() : error;
      }
    },
    version: async (_owner, sheetId, signal) => server?.version(sheetId, signal),
  };
}
