import { withFirstSignal } from '../timeLimits';
import { type GoogleClient, GoogleTrouble, readJson, textIn } from './client';
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
    const { status, body } = await client.send({ url: addressOf(fileId), token }, signal);
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

/** A channel as it is asked for ("Making watch requests" of the Drive API). */
export interface WatchRequest {
  readonly id: string;
  /** Comes back with each message. */
  readonly token: string;
  /** Where messages are sent: https, with a certificate that Google trusts. */
  readonly address: string;
  /** Milliseconds since 1970. */
  readonly until: number;
}

/** A channel as Google has made it. */
export interface Watched {
  readonly resourceId: string;
  /** Milliseconds since 1970; Google may make it shorter than was asked for. */
  readonly until: number;
}

/** "Method: files.watch" and "Method: channels.stop". They throw GoogleTrouble. */
export interface WatchCalls {
  watch(token: string, fileId: string, request: WatchRequest, signal: AbortSignal): Promise<Watched>;
  stop(
    token: string,
    channel: { readonly id: string; readonly resourceId: string },
    signal: AbortSignal,
  ): Promise<void>;
}

export function createWatchCalls(client: GoogleClient, addresses: Pick<GoogleAddresses, 'watch' | 'stop'>): WatchCalls {
  const post = (url: URL, token: string, json: object, signal: AbortSignal) =>
    client.send({ url, token, json }, signal);

  return {
    async watch(token, fileId, { id, token: secret, address, until }, signal) {
      const url = addresses.watch(fileId);
      url.search = 'supportsAllDrives=true';
      const json = { id, type: 'web_hook', address, token: secret, expiration: String(until) };
      const { status, body } = await post(url, token, json, signal);
      const answer = await readJson(body);
      const resourceId = textIn(answer, 'resourceId');
      if (status !== 200 || resourceId === '') throw new GoogleTrouble('failing', `Google answered ${status}.`);
      return { resourceId, until: Number(textIn(answer, 'expiration')) || until };
    },
    async stop(token, channel, signal) {
      const { status, body } = await post(addresses.stop, token, channel, signal);
      body.destroy();
      // One that Google does not know any more is one that is stopped.
      if (status >= 300 && status !== 404) throw new GoogleTrouble('failing', `Google answered ${status}.`);
    },
  };
}
