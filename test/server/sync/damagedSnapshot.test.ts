import { randomBytes } from 'node:crypto';
import { apiPaths } from '../../../src/contract/paths';
import type { RowsAnswer } from '../../../src/contract/rows';
import { type GoogleServer, googleServerOnce } from '../../fixtures/google/googleServer';
import { TEA_TABS } from '../../fixtures/google/googleWorld';

let server: GoogleServer;
googleServerOnce((made) => (server = made));

it('a damaged snapshot is derived again with the same rows and ids, even ids from an earlier read of the sheet', async () => {
  const { google, test } = server;
  const who = await test.signUp();
  const { id } = google.world.add('Tea house', TEA_TABS);
  const synced = await server.sync(who, id);
  expect(synced).toMatchObject({ status: 200, body: { project: { status: 'live' } } });
  const { project } = synced.body;
  let asked = 100;
  /** Sends a new query each time, whose response is not cached. */
  const read = async () => {
    const url = `${apiPaths.projectTabRows(project.id, 1)}?_limit=${(asked += 1)}`;
    return (await test.app.inject({ url, headers: who.headers })).json<RowsAnswer>();
  };
  const first = await read();
  google.world.edit(id, ({ tabs: [teas] }) => void teas?.cells.push(['Matcha', 20, true, null, '02001']));
  await server.calm();
  await server.sync(who, id);
  const second = await read();
  expect(second.data.slice(0, -1)).toEqual(first.data);

  const tab = () =>
    test.db
      .selectFrom('project_tabs')
      .select(['id', 'snapshot_blob'])
      .where('project_id', '=', project.id)
      .where('sheet_id', '=', 1)
      .executeTakeFirstOrThrow();
  const { id: tabId, snapshot_blob } = await tab();
  const bytes = randomBytes(300);
  await test.db.updateTable('blob_chunks').set({ bytes }).where('blob_id', '=', snapshot_blob).execute();
  test.services.reading.tabs.evict(tabId);
  expect((await read()).data).toEqual(second.data);
  expect((await tab()).snapshot_blob).not.toBe(snapshot_blob);
});
