import { LRUCache } from 'lru-cache';
import type { DriveFile, DriveFiles } from '../driveCalls';
import type { ServiceAccount } from '../serviceAccount/serviceAccount';
import { Refusal } from '../../refusal';
import type { FetchedSpreadsheet, Source } from '../../workbook/source';
import { goneSheet, isPrivate, otherDocument, privateForServer } from './googleRefusals';
import type { GridAccount, ReadAs } from './gridSheets';

const READ_ONLY = 'Read only: a sheet that is shared with the server’s own Google account cannot be written to.';
const UNKNOWN =
  'Google does not accept the service account of this server. Its administrator has to look at the account’s key.';

/** Sheets that are remembered as shared with the account: those are not asked for by their link first. */
const MOST = 10_000;

interface ServerAccountParts {
  readonly account: ServiceAccount;
  readonly files: DriveFiles;
  readonly readAs: ReadAs;
}

/** The server's own Google account, as a way to sheets. */
interface ServerAccount {
  /** @throws Refusal `source_private` naming the address that the sheet has to be shared with */
  read(sheetId: string, signal: AbortSignal): Promise<FetchedSpreadsheet>;
  /** A source that goes this way where another one may not read. */
  after(other: Source): Source;
}

/** @throws Refusal where reading the whole of it can be spared */
function refuseUnreadable(file: DriveFile | undefined) {
  if (file?.trashed === true) throw goneSheet();
  if (file?.isSpreadsheet === false) throw otherDocument();
}

export function createServerAccount({ account, files, readAs }: ServerAccountParts): ServerAccount {
  const known = new LRUCache<string, true>({ max: MOST });
  const reader: GridAccount = {
    id: 'service account',
    rights: { writable: false, readOnlyReason: READ_ONLY },
    unknown: UNKNOWN,
    access: async (refused) => ({ kind: 'open', email: account.email, token: await account.token(refused) }),
    before: async ({ token }, sheetId, signal) => refuseUnreadable(await files.look(token, sheetId, signal)),
  };

  async function read(sheetId: string, signal: AbortSignal): Promise<FetchedSpreadsheet> {
    try {
      const found = await readAs(reader, sheetId, signal);
      if (typeof found === 'string') throw privateForServer(account.email);
      known.set(sheetId, true);
      return found;
    } catch (error) {
      if (isPrivate(error) || (error instanceof Refusal && error.code === 'source_not_found')) known.delete(sheetId);
      throw isPrivate(error) ? privateForServer(account.email) : error;
    }
  }

  /** Undefined where the account may not read it. */
  async function readIfShared(sheetId: string, signal: AbortSignal) {
    try {
      return await read(sheetId, signal);
    } catch (error) {
      if (isPrivate(error)) return undefined;
      throw error;
    }
  }

  /** A sheet that was read in this way before is asked for in this way first. */
  async function readAfter(other: Source, ...asked: Parameters<Source['read']>) {
    const [, sheetId, signal] = asked;
    const isFirst = known.has(sheetId);
    const found = isFirst ? await readIfShared(sheetId, signal) : undefined;
    if (found !== undefined) return found;
    try {
      return await other.read(...asked);
    } catch (error) {
      if (!isPrivate(error)) throw error;
      if (isFirst) throw privateForServer(account.email);
      return read(sheetId, signal);
    }
  }

  return {
    read,
    after: (other) => ({
      ...other,
      read: (...asked) => readAfter(other, ...asked),
      async version(_owner, sheetId, signal) {
        if (!known.has(sheetId)) return undefined;
        const file = await files.look(await account.token(), sheetId, signal);
        return file?.trashed === true ? undefined : file?.version;
      },
    }),
  };
}
