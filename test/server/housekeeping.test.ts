import fastify from 'fastify';
import { writeBlob } from '../../src/server/database/blobs';
import { runHousekeeping } from '../../src/server/housekeeping';
import { buildTestApp } from '../fixtures/apps';
import { beforeTests } from '../fixtures/beforeTests';
import { until } from '../fixtures/eventually';
import { createGate } from '../fixtures/gates';

const server = beforeTests(() => buildTestApp());

/** Starts housekeeping with another purge of writes to Google. */
async function startWith(purge: () => Promise<void>) {
  const { services } = server;
  const reported: unknown[] = [];
  const app = fastify();
  const googleWriter = Object.assign(Object.create(services.googleWriter) as typeof services.googleWriter, { purge });
  runHousekeeping(app, { ...services, googleWriter, report: (error) => reported.push(error) });
  await server.db.insertInto('call_windows').values({ name: 'old', began_at: 0, calls: 1 }).execute();
  await writeBlob(server.db, Buffer.from('that nothing refers to'));
  await server.db.updateTable('blobs').set({ collect_at: 0 }).execute();
  await app.ready();
  return { app, reported };
}

const isForgotten = async () => {
  const windows = await server.db.selectFrom('call_windows').select('name').where('name', '=', 'old').execute();
  const blobs = await server.db.selectFrom('blobs').select('id').execute();
  return windows.length + blobs.length === 0;
};

test('a slow task does not delay the others, and the server waits for it when it closes', async () => {
  const { opened, open } = createGate();
  const { app } = await startWith(() => opened);
  await until(isForgotten);
  let isClosed = false;
  const closing = app.close().then(() => (isClosed = true));
  await new Promise((resolve) => setImmediate(resolve));
  expect(isClosed).toBe(false);
  open();
  await closing;
});

test('a failing task is reported, and the others run', async () => {
  const { app, reported } = await startWith(() => Promise.reject(new Error('broken')));
  await until(isForgotten);
  expect(reported).toEqual([expect.objectContaining({ message: 'broken' })]);
  await app.close();
});
