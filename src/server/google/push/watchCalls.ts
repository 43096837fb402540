import { type GoogleClient, GoogleTrouble, readJson, textIn } from '../client';
import type { GoogleAddresses } from '../googleAddresses';

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
    client.send({ url, headers: { Authorization: `Bearer ${token}`, Accept: 'application/json' }, json }, signal);

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
