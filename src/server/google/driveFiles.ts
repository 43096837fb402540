import { withFirstSignal } from '../timeLimits';
import { type GoogleClient, readJson, textIn } from './client';
import type { GoogleAddresses } from './googleAddresses';
import type { GoogleGate } from './googleGate';

/** What is known of a file without reading it. */
export interface DriveFile {
  /** Grows with every change of the file ("REST Resource: files", `version`). */
  readonly version: string;
  readonly trashed: boolean;
  readonly isSpreadsheet: boolean;
}

/** Cheap looks at files by the Drive API v3. */
export interface DriveFiles {
  /**
   * @param token whose scopes let the metadata of files be read
   * @returns undefined where it cannot be told: whoever wants to know reads the file itself
   * @throws the signal's reason when it is aborted
   */
  look(token: string, fileId: string, signal: AbortSignal): Promise<DriveFile | undefined>;
}

interface DriveParts {
  readonly client: GoogleClient;
  readonly addresses: Pick<GoogleAddresses, 'file'>;
  readonly gate: GoogleGate;
  readonly now?: () => number;
}

const FIELDS = 'version,trashed,mimeType';
const SPREADSHEET = 'application/vnd.google-apps.spreadsheet';

/** Milliseconds for a look: it is to save time. */
const PATIENCE = 2_000;

/** Where the API is not enabled, or the account may not use it, it is not asked for a while. */
const REST = 10 * 60_000;

/** "Method: files.get". */
export function createDriveFiles({ client, addresses, gate, now = Date.now }: DriveParts): DriveFiles {
  let restUntil = 0;

  function addressOf(fileId: string): URL {
    const url = addresses.file(fileId);
    url.search = new URLSearchParams({ fields: FIELDS, supportsAllDrives: 'true', prettyPrint: 'false' }).toString();
    return url;
  }

  async function ask(token: string, fileId: string, signal: AbortSignal): Promise<DriveFile | undefined> {
    await gate.pass(signal);
    const headers = { Authorization: `Bearer ${token}`, Accept: 'application/json' };
    const { status, body } = await client.send({ url: addressOf(fileId), headers }, signal);
    const file = await readJson(body);
    if (status === 403) restUntil = now() + REST;
    const version = textIn(file, 'version');
    if (status !== 200 || version === '') return undefined;
    return { version, trashed: file.trashed === true, isSpreadsheet: textIn(file, 'mimeType') === SPREADSHEET };
  }

  return {
    async look(token, fileId, signal) {
      signal.throwIfAborted();
      if (restUntil > now()) return undefined;
      try {
        return await withFirstSignal([signal, AbortSignal.timeout(PATIENCE)], (first) => ask(token, fileId, first));
      } catch {
        // Whatever it is, reading the file itself tells it better.
        signal.throwIfAborted();
        return undefined;
      }
    },
  };
}
