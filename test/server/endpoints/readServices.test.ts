import { randomUUID } from 'node:crypto';
import { deleteUnused } from '../../../src/server/database/blobs';
import { openTab, type ReadServices } from '../../../src/server/endpoints/readServices';
import { buildTestApp } from '../../fixtures/apps';
import { beforeTests } from '../../fixtures/beforeTests';
import { storeRows, publishProject } from './published';

let reading: ReadServices;
let ownerId: string;

const server = beforeTests(() => buildTestApp());
beforeAll(async () => {
  reading = server.services.reading;
  ownerId = (await server.signUp()).person.id;
});

async function publishTab() {
  const { tabs } = await publishProject(server.db, ownerId, [{ title: 'A', lines: ['n', '1'] }]);
  const [tab] = tabs;
  if (tab === undefined) throw new Error('Nothing was published.');
  return tab;
}

test('a read during a replacement or removal of the rows returns the later state', async () => {
  const before = await publishTab();
  const change = { ...(await storeRows(server.db, ['n', '2', '3'])), revision: 2 };
  await server.db.updateTable('project_tabs').set(change).where('id', '=', before.id).execute();
  await server.db.deleteFrom('former_snapshots').where('tab_id', '=', before.id).execute();
  await deleteUnused(server.db, before.snapshot_blob);
  const served = await openTab(reading, before);
  expect([served.revision, served.rows]).toEqual([2, 2]);
});

test('a tab that was removed during a read is an error', async () => {
  const tab = await publishTab();
  await expect(openTab(reading, { ...tab, id: randomUUID(), snapshot_blob: 'none' })).rejects.toThrow('no blob none');
});

test('rows that cannot be read are an error, not a loop', async () => {
  const tab = await publishTab();
  await server.db.deleteFrom('blob_chunks').where('blob_id', '=', tab.snapshot_blob).execute();
  await expect(openTab(reading, tab)).rejects.toThrow('What is kept of A is damaged');
});
