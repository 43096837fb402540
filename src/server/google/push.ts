import { randomUUID, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import { GOOGLE_NOTIFICATIONS } from '../../contract/paths';
import type { ServerEvents } from '../database/events';
import type { Database } from '../database/schema';
import type { GoogleChannelsTable } from '../database/tables/google';
import { nothingHere } from '../http/problems';
import type { Parts } from '../parts';
import { createGoogleClient } from './client';
import { hashed, newSecret } from './consent/consentCalls';
import { createWatchCalls, type WatchCalls } from './driveCalls';
import { googleAddresses, googlePlaces } from './googleAddresses';
import { createGoogleGate, type GoogleGate, LOOKS } from './googleGate';
import type { ServiceAccount } from './serviceAccount/serviceAccount';

type Db = Kysely<Database>;

export const findChannel = (db: Db, id: string): Promise<GoogleChannelsTable | undefined> =>
  db.selectFrom('google_channels').selectAll().where('id', '=', id).executeTakeFirst();

export const listChannels = (db: Db, sheetId: string): Promise<GoogleChannelsTable[]> =>
  db.selectFrom('google_channels').selectAll().where('sheet_id', '=', sheetId).execute();

export const putChannel = (db: Db, channel: GoogleChannelsTable) =>
  db.insertInto('google_channels').values(channel).execute();

/** Notes what Google has answered. */
export const openChannel = (
  db: Db,
  id: string,
  { resource_id, until }: Pick<GoogleChannelsTable, 'resource_id' | 'until'>,
) => db.updateTable('google_channels').set({ resource_id, until }).where('id', '=', id).execute();

export const removeChannel = (db: Db, id: string) => db.deleteFrom('google_channels').where('id', '=', id).execute();

/** Forgets those that Google tells nothing by any more. */
export const removeOver = (db: Db, now: number) => db.deleteFrom('google_channels').where('until', '<=', now).execute();

/** Sees to it that Google tells us of changes of spreadsheets that are being read. */
export interface Watches {
  /**
   * Opens a channel for a spreadsheet, or a new one in place of one that ends soon. Where that fails nothing is missing: the
   * sheet is looked at in its interval all the same.
   */
  keep(sheetId: string): Promise<void>;
}

interface WatchesParts {
  readonly db: Kysely<Database>;
  readonly calls: WatchCalls;
  readonly gate: GoogleGate;
  readonly token: () => Promise<string>;
  /** Where Google sends its messages. */
  readonly address: string;
  /** Told of what went wrong: nobody waits for it. */
  readonly report: (error: unknown) => void;
  readonly now?: () => number;
}

/** How long a channel lives, in milliseconds: as long as one sheet is refreshed without anybody reading it. */
const LIFE = 60 * 60_000;

/** A new one is opened so long before the end of the old one. */
const MARGIN = 10 * 60_000;

/** After a failure it is tried again so much later. */
const REST = 5 * 60_000;

const PATIENCE = 8_000;

export function createWatches({ db, calls, gate, token, address, report, now = Date.now }: WatchesParts): Watches {
  const opening = new Set<string>();
  let restUntil = 0;

  /** It is stored before Google is asked: its first message may come before its answer. */
  async function open(sheetId: string, signal: AbortSignal) {
    const [id, secret] = [randomUUID(), newSecret()];
    const until = now() + LIFE;
    await putChannel(db, { id, sheet_id: sheetId, token_hash: hashed(secret), resource_id: null, until });
    try {
      const request = { id, token: secret, address, until };
      const watched = await calls.watch(await token(), sheetId, request, signal);
      await openChannel(db, id, { resource_id: watched.resourceId, until: watched.until });
    } catch (error) {
      await removeChannel(db, id);
      throw error;
    }
  }

  /** One that cannot be stopped ends by itself: its messages are then nobody's. */
  async function close({ id, resource_id: resourceId }: GoogleChannelsTable, signal: AbortSignal) {
    await removeChannel(db, id);
    if (resourceId !== null) await calls.stop(await token(), { id, resourceId }, signal);
  }

  async function renew(sheetId: string) {
    await removeOver(db, now());
    const known = await listChannels(db, sheetId);
    if (known.some(({ until }) => until > now() + MARGIN)) return;
    const signal = AbortSignal.timeout(PATIENCE);
    await gate.pass(signal);
    await open(sheetId, signal);
    for (const channel of known) await close(channel, signal);
  }

  return {
    async keep(sheetId) {
      if (restUntil > now() || opening.has(sheetId)) return;
      opening.add(sheetId);
      try {
        await renew(sheetId);
      } catch (error) {
        restUntil = now() + REST;
        report(new Error('Google does not tell us of changes.', { cause: error }));
      } finally {
        opening.delete(sheetId);
      }
    },
  };
}

interface TellingParts extends Pick<Parts, 'db' | 'settings'> {
  readonly serviceAccount: ServiceAccount | undefined;
}

/**
 * How this server has itself told of changes: with its service account, at its public address; undefined where that is not
 * switched on. A person's consent does not cover it.
 */
export function watchesOf(
  { db, settings, serviceAccount: account }: TellingParts,
  report: (error: unknown) => void,
): Watches | undefined {
  const { googlePush, publicUrl, googleDouble } = settings;
  if (googlePush !== true || publicUrl === undefined || account === undefined) return undefined;
  const client = createGoogleClient({ places: googlePlaces(googleDouble) });
  return createWatches({
    db,
    calls: createWatchCalls(client, googleAddresses(googleDouble)),
    gate: createGoogleGate({ db, quota: LOOKS }),
    token: () => account.token(),
    address: publicUrl + GOOGLE_NOTIFICATIONS,
    report,
  });
}

/** A message has no body worth reading. */
const BODY_BYTES = 1024;

const CHANNEL_ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

const isSame = (one: string, other: string) =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

/**
 * Whose message it is ("Understanding Google Drive API notification events").
 *
 * @returns the spreadsheet; undefined for whoever does not know the channel's secret
 */
async function sheetOf(db: Kysely<Database>, headers: IncomingHttpHeaders): Promise<string | undefined> {
  const text = (name: string) => String(headers[`x-goog-${name}`] ?? '');
  const id = text('channel-id');
  if (!CHANNEL_ID.test(id)) return undefined;
  const channel = await findChannel(db, id);
  if (channel === undefined || Number(channel.until) <= Date.now()) return undefined;
  const { resource_id: resource, token_hash, sheet_id } = channel;
  if (!isSame(hashed(text('channel-token')), token_hash)) return undefined;
  return resource === null || resource === text('resource-id') ? sheet_id : undefined;
}

/** Google names a kind of body, in its own way, and sends none. */
function readNothing(scope: FastifyInstance) {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (_request, body, done) => {
    body.resume();
    done(null);
  });
}

/** What messages are taken with. */
interface PushParts extends Pick<Parts, 'db' | 'settings'> {
  readonly events: ServerEvents;
}

/** Where Google tells us that a spreadsheet has changed. Nothing else is believed of a message: the sheet itself is read. */
export async function registerGooglePush(app: FastifyInstance, { db, settings, events }: PushParts): Promise<void> {
  if (settings.googlePush !== true) return;
  await app.register(async (scope) => {
    readNothing(scope);
    scope.post(GOOGLE_NOTIFICATIONS, { bodyLimit: BODY_BYTES }, async ({ headers }, reply) => {
      const sheetId = await sheetOf(db, headers);
      if (sheetId === undefined) throw nothingHere();
      // The first message of a channel says that there is one.
      if (headers['x-goog-resource-state'] !== 'sync') events.sheetChanged.emit(sheetId);
      return reply.code(204).send();
    });
  });
}
