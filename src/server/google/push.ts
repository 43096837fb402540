import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { GOOGLE_NOTIFICATIONS } from '../../contract/paths';
import type { Db } from '../database/schema';
import type { GoogleChannelsTable } from '../database/tables/google';
import { nothingHere } from '../http/problems';
import type { Base } from '../parts';
import { GoogleTrouble, readJson, textIn } from './responses';
import { hashOfSecret, newSecret } from './consent/consent';
import { type Google, METADATA_READS } from './quotas';
import type { ServiceAccount } from './serviceAccount';

/** Lifetime of a channel in milliseconds: as long as a sheet is refreshed without being read. */
const LIFETIME_MS = 60 * 60_000;

/** Milliseconds before the end of a channel at which a new one is opened. */
const RENEWAL_MARGIN_MS = 10 * 60_000;

/** Milliseconds before the next attempt after a failure. */
const BACKOFF_MS = 5 * 60_000;

/** Timeout in milliseconds for opening a channel. */
const TIMEOUT_MS = 8_000;

interface ChannelsParts extends Pick<Base, 'db' | 'report'> {
  readonly google: Google;
  readonly account: Pick<ServiceAccount, 'token'>;
  /** Address for Google's notifications: https, with a certificate that Google trusts. */
  readonly address: string;
  readonly now?: () => number;
}

/** Notification channels of Google Drive for changes of spreadsheets that are in use. */
export class Channels {
  readonly #opening = new Set<string>();
  readonly #now;
  #backedOffUntil = 0;

  constructor(private readonly parts: ChannelsParts) {
    this.#now = parts.now ?? Date.now;
  }

  /**
   * Opens a channel for a spreadsheet, unless it has one for some time yet, and closes the former one. A failure is harmless: the
   * sheet is polled in any case.
   */
  async ensureOpen(sheetId: string): Promise<void> {
    if (this.#backedOffUntil > this.#now() || this.#opening.has(sheetId)) return;
    this.#opening.add(sheetId);
    try {
      await this.#renew(sheetId);
    } catch (error) {
      this.#backedOffUntil = this.#now() + BACKOFF_MS;
      this.parts.report(new Error('Google does not tell us of changes.', { cause: error }));
    } finally {
      this.#opening.delete(sheetId);
    }
  }

  async #renew(sheetId: string) {
    const { db, google } = this.parts;
    await db.deleteFrom('google_channels').where('until', '<=', this.#now()).execute();
    const former = await db.selectFrom('google_channels').selectAll().where('sheet_id', '=', sheetId).execute();
    if (former.some(({ until }) => until > this.#now() + RENEWAL_MARGIN_MS)) return;
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    await google.quotas.pass(signal, METADATA_READS);
    await this.#open(sheetId, signal);
    // A channel that cannot be closed expires by itself.
    for (const channel of former) await this.#close(channel).catch(() => undefined);
  }

  /** "Method: channels.stop". */
  async #close({ id, resource_id: resourceId }: GoogleChannelsTable) {
    const { db, google, account } = this.parts;
    await db.deleteFrom('google_channels').where('id', '=', id).execute();
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    await google.quotas.pass(signal, METADATA_READS);
    const url = google.client.addresses.stopChannel;
    const { body } = await google.client.send({ url, token: await account.token(), json: { id, resourceId } }, signal);
    body.destroy();
  }

  /** Stores the channel before the request: the first notification may arrive before the response. */
  async #open(sheetId: string, signal: AbortSignal) {
    const { db } = this.parts;
    const id = randomUUID();
    const secret = newSecret();
    const channel = {
      id,
      sheet_id: sheetId,
      token_hash: hashOfSecret(secret),
      resource_id: null,
      until: this.#now() + LIFETIME_MS,
    };
    await db.insertInto('google_channels').values(channel).execute();
    try {
      const opened = await this.#watch(channel, secret, signal);
      await db.updateTable('google_channels').set(opened).where('id', '=', id).execute();
    } catch (error) {
      await db.deleteFrom('google_channels').where('id', '=', id).execute();
      throw error;
    }
  }

  /** "Method: files.watch". Google may shorten the requested lifetime. */
  async #watch({ id, sheet_id, until }: GoogleChannelsTable, secret: string, signal: AbortSignal) {
    const { google, account, address } = this.parts;
    const url = google.client.addresses.watch(sheet_id);
    url.search = 'supportsAllDrives=true';
    const json = { id, type: 'web_hook', address, token: secret, expiration: String(until) };
    const { status, body } = await google.client.send({ url, token: await account.token(), json }, signal);
    const answer = await readJson(body);
    const resource_id = textIn(answer, 'resourceId');
    if (status !== 200 || resource_id === '') throw new GoogleTrouble('failing', `Google answered ${status}.`);
    return { resource_id, until: Number(textIn(answer, 'expiration')) || until };
  }
}

interface PushParts extends Pick<Base, 'settings' | 'db' | 'report'> {
  readonly google: Google;
  readonly serviceAccount: ServiceAccount | undefined;
}

/**
 * Creates the channels of this server, with its service account: a person's consent does not cover them. Undefined unless push is
 * configured.
 */
export function channelsOf({ settings, serviceAccount: account, ...parts }: PushParts): Channels | undefined {
  const { googlePush, publicUrl } = settings;
  if (googlePush !== true || publicUrl === undefined || account === undefined) return undefined;
  return new Channels({ ...parts, account, address: publicUrl + GOOGLE_NOTIFICATIONS });
}

/** Maximum bytes of a notification's body, which is ignored. */
const MAX_BODY_BYTES = 1024;

/**
 * Finds the spreadsheet of a notification ("Understanding Google Drive API notification events").
 *
 * @returns undefined unless the notification has the channel's secret
 */
async function sheetOf(db: Db, headers: IncomingHttpHeaders): Promise<string | undefined> {
  const headerOf = (name: string) => String(headers[`x-goog-${name}`] ?? '');
  const channel = await db
    .selectFrom('google_channels')
    .selectAll()
    .where('id', '=', headerOf('channel-id'))
    .where('token_hash', '=', hashOfSecret(headerOf('channel-token')))
    .where('until', '>', Date.now())
    .executeTakeFirst();
  if (channel === undefined) return undefined;
  // Unknown until Google has answered the request that opens the channel.
  const { resource_id: resource, sheet_id } = channel;
  return resource === null || resource === headerOf('resource-id') ? sheet_id : undefined;
}

/** Accepts requests of any content type, and discards their bodies: Google sends a content type of its own, and no body. */
function discardBodies(scope: FastifyInstance) {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (_request, body, done) => {
    body.resume();
    done(null);
  });
}

/** Records a reported change of a spreadsheet: the refreshes of its projects are due at the end of their intervals. */
export async function recordChange(db: Db, sheetId: string, time: number): Promise<void> {
  await sql`
    insert into google_refreshes (project_id, next_at, failures, changed_at)
    select id, 0, 0, cast(${time} as double precision) from projects where sheet_id = ${sheetId} and deleted_at is null
    on conflict (project_id) do update set changed_at = excluded.changed_at`.execute(db);
}

type MessageParts = Pick<Base, 'settings' | 'db'>;

/** Registers the address for Google's change notifications. Nothing in a notification is trusted; the sheet itself is read again. */
export async function registerGooglePush(app: FastifyInstance, { db, settings }: MessageParts): Promise<void> {
  if (settings.googlePush !== true) return;
  await app.register(async (scope) => {
    discardBodies(scope);
    scope.post(GOOGLE_NOTIFICATIONS, { bodyLimit: MAX_BODY_BYTES }, async ({ headers }, reply) => {
      const sheetId = await sheetOf(db, headers);
      if (sheetId === undefined) throw nothingHere();
      // The first notification of a channel only announces it.
      if (headers['x-goog-resource-state'] !== 'sync') await recordChange(db, sheetId, Date.now());
      return reply.code(204).send();
    });
  });
}
