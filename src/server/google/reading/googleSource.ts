import { rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Parts } from '../../parts';
import { Refusal } from '../../refusal';
import { cleanTitle } from '../../titles';
import { GRID_FIELDS, type GridText } from '../../workbook/google/importGoogleSheet';
import type { FetchedSpreadsheet, Owner, Source } from '../../workbook/source';
import { GoogleTrouble, textIn } from '../responses';
import type { GoogleAnswer } from '../client';
import { type Connections, type OpenAccess, rightsOf } from '../consent/connections';
import { NotGranted } from '../consent/tokenCalls';
import { DriveFiles } from '../driveFiles';
import type { Google } from '../quotas';
import type { ServiceAccount } from '../serviceAccount';
import { failureOf, passQuotas } from '../sheetsApi';
import {
  createSharedWork,
  serverError,
  fetchedTabs,
  type GridAccount,
  type ReadAs,
  refusalOfImport,
  save,
  retryOnce,
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

/** Maximum bytes of a response held in memory; larger ones are worth a file. */
const MAX_BYTES_IN_MEMORY = 1024 * 1024;

/** Reads until the response ends or exceeds {@link MAX_BYTES_IN_MEMORY}. @returns the bytes read */
async function readBeginning(body: Readable, signal: AbortSignal): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const piece of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      pieces.push(piece);
      bytes += piece.length;
      if (bytes > MAX_BYTES_IN_MEMORY) break;
    }
  } catch (error) {
    signal.throwIfAborted();
    throw new GoogleTrouble('unreachable', 'The answer broke off.', error);
  }
  return Buffer.concat(pieces);
}

/** Receives a response of the Sheets API: a small one in memory, a larger one in a file that the caller removes. */
async function receiveGrid(answer: GoogleAnswer, folder: string, signal: AbortSignal): Promise<GridText> {
  const bytes = await readBeginning(answer.body, signal);
  if (bytes.length <= MAX_BYTES_IN_MEMORY) return { bytes };
  answer.body.unshift(bytes);
  return { path: await save(answer, folder, signal) };
}

const TOKEN_REFUSED = 'tokenRefused';

/** @returns the refusal to show, or {@link TOKEN_REFUSED} when another token may help */
async function refusalOf(parts: ReadingParts, answer: GoogleAnswer, { id }: GridAccount, { email }: OpenAccess) {
  const { kind, error, pause } = await failureOf(parts.google, answer, 'read', id);
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

/** Fetches all tabs in one call: their numbers, titles, values and number formats ("Method: spreadsheets.get"). */
async function readGrid(
  parts: ReadingParts,
  account: GridAccount,
  access: OpenAccess,
  sheetId: string,
  signal: AbortSignal,
): Promise<GridText | typeof TOKEN_REFUSED> {
  const { client } = parts.google;
  await passQuotas(parts.google, 'read', account.id, signal);
  const url = client.addresses.spreadsheet(sheetId);
  url.search = new URLSearchParams({ includeGridData: 'true', fields: GRID_FIELDS, prettyPrint: 'false' }).toString();
  const answer = await client.send({ url, token: access.token }, signal);
  try {
    if (answer.status === 200) return await receiveGrid(answer, parts.folder, signal);
    const refusal = await refusalOf(parts, answer, account, access);
    if (refusal === TOKEN_REFUSED) return refusal;
    throw refusal;
  } finally {
    answer.body.destroy();
  }
}

/** Creates the reader for the Sheets API. Concurrent reads of the same spreadsheet with the same token share one request. */
export function createReadAs(parts: ReadingParts): ReadAs {
  const shared = createSharedWork<FetchedSpreadsheet | typeof TOKEN_REFUSED>();

  async function importGrid(
    answer: GridText,
    { rights }: GridAccount,
    signal: AbortSignal,
  ): Promise<FetchedSpreadsheet> {
    try {
      const { title, tabs } = await parts.workers.run('importGoogleSheet', answer, { signal, transferInput: true });
      const named = { source: 'googleApi', title: cleanTitle(title) || UNTITLED } as const;
      return { ...named, ...rights, steadyNumbers: true, ...fetchedTabs(tabs) };
    } catch (error) {
      throw refusalOfImport(error);
    } finally {
      if ('path' in answer) await rm(answer.path, { force: true });
    }
  }

  async function readOnce(account: GridAccount, access: OpenAccess, sheetId: string, signal: AbortSignal) {
    await account.before?.(access.token, sheetId, signal);
    const answer = await retryOnce(() => readGrid(parts, account, access, sheetId, signal), signal);
    return answer === TOKEN_REFUSED ? TOKEN_REFUSED : importGrid(answer, account, signal);
  }

  /** Hides from people that Google rejects this server's client or account, which they cannot change. */
  const accessOnce = (account: GridAccount, refused?: string) =>
    account.access(refused).catch((error: unknown) => {
      throw error instanceof NotGranted ? new Refusal('source_unavailable', account.unknown) : error;
    });

  return async (account, sheetId, signal) => {
    let refused: string | undefined;
    for (let step = 0; step < 2; step += 1) {
      const access = await retryOnce(() => accessOnce(account, refused), signal);
      if (access.kind !== 'open') return access.kind;
      const key = `${account.id} ${sheetId} ${access.token}`;
      const found = await shared(key, signal, (ending) => readOnce(account, access, sheetId, ending));
      if (found !== TOKEN_REFUSED) return found;
      refused = access.token;
    }
    throw refusalOfTrouble(new GoogleTrouble('failing', 'Google takes no token.'));
  };
}

const UNKNOWN = 'Google does not accept this server. Its administrator has to look at the Google client.';

interface ReadingWays {
  readonly readAs: ReadAs;
  readonly link: Source;
  /** Absent without a configured Google client. */
  readonly connections?: Connections | undefined;
  /** The server's own account, if any. */
  readonly server?: ServerAccount | undefined;
}

/** Runs another read after the refusal `source_private`. */
const otherwiseIfPrivate = <T>(read: Promise<T>, other: (error: unknown) => Promise<T>): Promise<T> =>
  read.catch((error: unknown) => {
    if (!isPrivate(error)) throw error;
    return other(error);
  });

/**
 * Creates the source of Google spreadsheets. With an account connected by their owner, they are read by the Sheets API; without
 * one, or after its consent was withdrawn, by their link. Failing that, they may be shared with the server's own account; a sheet
 * read with that before is read with it first.
 */
export function createGoogleWays({ readAs, link, connections, server }: ReadingWays): Source {
  /** @returns the spreadsheet, or the reason why the person gives no access */
  async function asPerson(id: string, sheetId: string, signal: AbortSignal) {
    if (connections === undefined) return 'none';
    const access = (refused?: string) => connections.access(id, refused);
    const found = await readAs({ id, rights: rightsOf(false), unknown: UNKNOWN, access }, sheetId, signal);
    if (typeof found === 'string') return found;
    return { ...found, readOnlyReason: undefined, ...rightsOf((await connections.find(id))?.writes === true) };
  }
  async function read(...[owner, sheetId, signal]: Parameters<Source['read']>): Promise<FetchedSpreadsheet> {
    const asServer = async (error: unknown) => {
      if (server === undefined) throw error;
      return server.read(sheetId, signal);
    };
    const found = await otherwiseIfPrivate<Awaited<ReturnType<typeof asPerson>>>(
      asPerson(owner.id, sheetId, signal),
      asServer,
    );
    if (typeof found !== 'string') return found;
    const byLink = () => link.read(owner, sheetId, signal);
    try {
      if (server?.has(sheetId) !== true) return await otherwiseIfPrivate(byLink(), asServer);
      return await otherwiseIfPrivate(server.read(sheetId, signal), async (refusal) =>
        otherwiseIfPrivate(byLink(), async () => {
          throw refusal;
        }),
      );
    } catch (error) {
      throw found === 'withdrawn' && isPrivate(error) ? consentWithdrawn() : error;
    }
  }
  const version = async (_owner: Owner, sheetId: string, signal: AbortSignal) => server?.version(sheetId, signal);
  return { ...link, read, version };
}

interface GoogleParts extends Pick<Parts, 'workers' | 'settings'> {
  readonly google: Google;
  /** The server's own account, if any. */
  readonly serviceAccount: ServiceAccount | undefined;
  /** Absent without a configured Google client. */
  readonly connections: Connections | undefined;
}

/** Creates the source of Google spreadsheets with all ways that this server has. */
export function createGoogleSource({ workers, settings, google, serviceAccount, connections }: GoogleParts): Source {
  const folder = join(settings.dataDir, 'google');
  // Files left by a killed process.
  rmSync(folder, { recursive: true, force: true });
  const parts = { google, workers, folder };
  const readAs = createReadAs(parts);
  const server = serviceAccount && new ServerAccount(serviceAccount, new DriveFiles(google), readAs);
  return createGoogleWays({ readAs, link: createGoogleLinkSource(parts), connections, server });
}
