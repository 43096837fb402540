import { timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import { GOOGLE_NOTIFICATIONS } from '../../../contract/paths';
import type { Database } from '../../database/schema';
import type { ServerEvents } from '../../database/events';
import { nothingHere } from '../../http/problems';
import type { Parts } from '../../parts';
import { hashed } from '../consent/consentCalls';
import { findChannel } from './watches';

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
