import { LRUCache } from 'lru-cache';
import { Refusal } from '../../refusal';
import type { FetchedSpreadsheet } from '../../workbook/source';
import type { DriveFile, DriveFiles } from '../driveFiles';
import type { ServiceAccount } from '../serviceAccount';
import { goneSheet, isPrivate, otherDocument, privateForServer } from './googleRefusals';
import type { GridAccount, ReadAs } from './fetching';

const READ_ONLY = 'Read only: a sheet that is shared with the server’s own Google account cannot be written to.';
const UNKNOWN =
  'Google does not accept the service account of this server. Its administrator has to look at the account’s key.';

/** Maximum number of remembered sheets that were read with the account: these are not tried by link first. */
const MAX_KNOWN = 10_000;

/** @throws Refusal when reading the file is pointless */
function refuseUnreadable(file: DriveFile | undefined) {
  if (file?.trashed === true) throw goneSheet();
  if (file?.isSpreadsheet === false) throw otherDocument();
}

/** Reads sheets with the server's own Google account. */
export class ServerAccount {
  readonly #known = new LRUCache<string, true>({ max: MAX_KNOWN });
  readonly #reader: GridAccount;

  constructor(
    private readonly account: ServiceAccount,
    private readonly files: DriveFiles,
    private readonly readAs: ReadAs,
  ) {
    this.#reader = {
      id: 'service account',
      rights: { writable: false, readOnlyReason: READ_ONLY },
      unknown: UNKNOWN,
      access: async (refused) => ({ kind: 'open', email: account.email, token: await account.token(refused) }),
      before: async (token, sheetId, signal) => refuseUnreadable(await files.look(token, sheetId, signal)),
    };
  }

  /** @throws Refusal `source_private` with the address to share the sheet with */
  async read(sheetId: string, signal: AbortSignal): Promise<FetchedSpreadsheet> {
    try {
      const found = await this.readAs(this.#reader, sheetId, signal);
      if (typeof found === 'string') throw privateForServer(this.account.email);
      this.#known.set(sheetId, true);
      return found;
    } catch (error) {
      if (isPrivate(error) || (error instanceof Refusal && error.code === 'source_not_found')) {
        this.#known.delete(sheetId);
      }
      throw isPrivate(error) ? privateForServer(this.account.email) : error;
    }
  }

  /** Returns whether a sheet has been read with this account before. */
  has(sheetId: string): boolean {
    return this.#known.has(sheetId);
  }

  /** Implements `Source.version` for sheets that have been read with this account before. */
  async version(sheetId: string, signal: AbortSignal): Promise<string | undefined> {
    if (!this.has(sheetId)) return undefined;
    const file = await this.files.look(await this.account.token(), sheetId, signal);
    return file?.trashed === true ? undefined : file?.version;
  }
}
