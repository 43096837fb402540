import { openDatabase } from '../../../src/server/database/database';
import { ensureSchema, requireSchema } from '../../../src/server/database/schema';
import { freshDatabase, type FreshDatabase } from '../../fixtures/databases';
import { requirePostgres } from '../../fixtures/nodes';

let place: FreshDatabase;
beforeAll(async () => {
  requirePostgres();
  place = await freshDatabase();
});
afterAll(() => place.drop());

it('creates the tables once, however many servers start on an empty database at the same time', async () => {
  const open = () => openDatabase({ dataDir: place.dataDir, databaseUrl: place.databaseUrl });
  const servers = await Promise.all([1, 2, 3, 4, 5].map(open));
  await Promise.all(servers.map((db) => ensureSchema(db)));
  for (const db of servers) await requireSchema(db);
  await Promise.all(servers.map((db) => db.destroy()));
});
