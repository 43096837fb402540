import { withFirstSignal } from '../timeLimits';
import { readJson, textIn } from './answers';
import { type Google, LOOKS } from './quotas';

/** What is known of a file without reading it. */
export interface DriveFile {
  /** Grows with every change of the file ("REST Resource: files", `version`). */
  readonly version: string;
  readonly trashed: boolean;
  readonly isSpreadsheet: boolean;
}

const FIELDS = 'version,trashed,mimeType';
const SPREADSHEET = 'application/vnd.google-apps.spreadsheet';

/** Milliseconds for a look: it is to save time. */
const PATIENCE = 2_000;

/** Milliseconds for which the API is left alone where it is not enabled, or the account may not use it. */
const REST = 10 * 60_000;

/** Cheap looks at files by the Drive API v3. */
export class DriveFiles {
  #restUntil = 0;

  constructor(private readonly google: Google) {}

  /**
   * @param token whose scopes let the metadata of files be read
   * @returns undefined where it cannot be told: then the file itself has to be read
   * @throws the signal's reason when it is aborted
   */
  async look(token: string, fileId: string, signal: AbortSignal): Promise<DriveFile | undefined> {
    signal.throwIfAborted();
    if (this.#restUntil > Date.now()) return undefined;
    try {
      const signals = [signal, AbortSignal.timeout(PATIENCE)];
      return await withFirstSignal(signals, (first) => this.#ask(token, fileId, first));
    } catch {
      // Reading the file itself says better what is wrong.
      signal.throwIfAborted();
      return undefined;
    }
  }

  /** "Method: files.get". */
  async #ask(token: string, fileId: string, signal: AbortSignal): Promise<DriveFile | undefined> {
    const { client, quotas } = this.google;
    await quotas.pass(signal, LOOKS);
    const url = client.addresses.file(fileId);
    url.search = new URLSearchParams({ fields: FIELDS, supportsAllDrives: 'true', prettyPrint: 'false' }).toString();
    const { status, body } = await client.send({ url, token }, signal);
    const file = await readJson(body);
    if (status === 403) this.#restUntil = Date.now() + REST;
    const version = textIn(file, 'version');
    if (status !== 200 || version === '') return undefined;
    return { version, trashed: file.trashed === true, isSpreadsheet: textIn(file, 'mimeType') === SPREADSHEET };
  }
}
