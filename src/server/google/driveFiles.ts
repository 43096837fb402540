import { withFirstSignal } from '../timeLimits';
import { readJson, textIn } from './responses';
import { type Google, METADATA_READS } from './quotas';

/** Metadata of a file. */
export interface DriveFile {
  /** Increases with every change of the file ("REST Resource: files", `version`). */
  readonly version: string;
  readonly trashed: boolean;
  readonly isSpreadsheet: boolean;
}

const FIELDS = 'version,trashed,mimeType';
const SPREADSHEET = 'application/vnd.google-apps.spreadsheet';

/** Timeout of a metadata request in milliseconds: short, as the request is only an optimization. */
const TIMEOUT_MS = 2_000;

/** Milliseconds without further requests after the API has refused access or is not enabled. */
const BACKOFF_MS = 10 * 60_000;

/** Reads file metadata by the Drive API v3. */
export class DriveFiles {
  #backedOffUntil = 0;

  constructor(private readonly google: Google) {}

  /**
   * Reads the metadata of a file.
   *
   * @param token with a scope for file metadata
   * @returns undefined when it is unavailable: then the file itself has to be read
   * @throws the signal's reason when it is aborted
   */
  async look(token: string, fileId: string, signal: AbortSignal): Promise<DriveFile | undefined> {
    signal.throwIfAborted();
    if (this.#backedOffUntil > Date.now()) return undefined;
    try {
      const signals = [signal, AbortSignal.timeout(TIMEOUT_MS)];
      return await withFirstSignal(signals, (first) => this.#request(token, fileId, first));
    } catch {
      // Reading the file itself yields a better error.
      signal.throwIfAborted();
      return undefined;
    }
  }

  /** "Method: files.get". */
  async #request(token: string, fileId: string, signal: AbortSignal): Promise<DriveFile | undefined> {
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
