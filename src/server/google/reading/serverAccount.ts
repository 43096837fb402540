import { LRUCache } from 'lru-cache';
import { Refusal } from '../../refusal';
import { withFirstSignal } from '../../timeLimits';
import type { FetchedSpreadsheet } from '../../workbook/source';
import { type Google, METADATA_READS } from '../quotas';
import { readJson, textIn } from '../responses';
import type { ServiceAccount } from '../serviceAccount';
import type { GridAccount, ReadAs } from './fetching';
import { goneSheet, isPrivate, otherDocument, privateForServer } from './googleRefusals';

const READ_ONLY = 'Read only: a sheet that is shared with the server’s own Google account cannot be written to.';
const UNKNOWN =
  'Google does not accept the service account of this server. Its administrator has to look at the account’s key.';

/** Maximum number of remembered sheets that were read with the account: these are not tried by link first. */
const MAX_KNOWN = 10_000;

/** Metadata of a file in the Drive API v3. */
const FIELDS = 'version,trashed,mimeType';
const SPREADSHEET = 'application/vnd.google-apps.spreadsheet';

/** Timeout of a metadata request in milliseconds: short, as the request is only an optimization. */
const TIMEOUT_MS = 2_000;

/** Milliseconds without further requests after the API has refused access or is not enabled. */
const BACKOFF_MS = 10 * 60_000;

/** Reads sheets with the server's own Google account. */
export class ServerAccount {
  readonly #known = new LRUCache<string, true>({ max: MAX_KNOWN });
  readonly #reader: GridAccount;
  #backedOffUntil = 0;

  constructor(
    private readonly account: ServiceAccount,
    private readonly google: Google,
    private readonly readAs: ReadAs,
  ) {
    this.#reader = {
      id: 'service account',
      rights: { writable: false, readOnlyReason: READ_ONLY },
      unknown: UNKNOWN,
      access: async (refused) => ({ kind: 'open', email: account.email, token: await account.token(refused) }),
      before: (token, sheetId, signal) => this.#refuseUnreadable(token, sheetId, signal),
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
    const file = await this.#look(await this.account.token(), sheetId, signal);
    return file?.trashed === true ? undefined : file?.version;
  }

  /** @throws Refusal when reading the file is pointless */
  async #refuseUnreadable(token: string, sheetId: string, signal: AbortSignal) {
    const file = await this.#look(token, sheetId, signal);
    if (file?.trashed === true) throw goneSheet();
    if (file?.isSpreadsheet === false) throw otherDocument();
  }

  /**
   * Reads the metadata of a file.
   *
   * @returns undefined when it is unavailable: then the file itself has to be read
   * @throws the signal's reason when it is aborted
   */
  async #look(token: string, fileId: string, signal: AbortSignal) {
    signal.throwIfAborted();
    if (this.#backedOffUntil > Date.now()) return undefined;
    try {
      const signals = [signal, AbortSignal.timeout(TIMEOUT_MS)];
      return await withFirstSignal(signals, (first) => this.#requestFile(token, fileId, first));
    } catch {
      // Reading the file itself yields a better error.
      signal.throwIfAborted();
      return undefined;
    }
  }

  /** "Method: files.get". The version increases with every change of the file ("REST Resource: files"). */
  async #requestFile(token: string, fileId: string, signal: AbortSignal) {
    const { client, quotas } = this.google;
    await quotas.pass(signal, METADATA_READS);
    const url = client.addresses.file(fileId);
    url.search = new URLSearchParams({ fields: FIELDS, supportsAllDrives: 'true', prettyPrint: 'false' }).toString();
    const { status, body } = await client.send({ url, token }, signal);
    const file = await readJson(body);
    if (status === 403) this.#backedOffUntil = Date.now() + BACKOFF_MS;
    const version = textIn(file, 'version');
    if (status !== 200 || version === '') return undefined;
    return { version, trashed: file.trashed === true, isSpreadsheet: textIn(file, 'mimeType') === SPREADSHEET };
  }
}
