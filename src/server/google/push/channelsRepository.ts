import type { Kysely } from 'kysely';
import type { Database } from '../../database/schema';
import type { GoogleChannelsTable } from '../../database/tables/google';

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
