import { buildTestApp } from '../../fixtures/apps';

test('about describes this server to a visitor', async () => {
  const { app, close } = await buildTestApp({
    version: '1.2.3',
    plans: 'tiered',
    signUps: 'closed',
    marketingUrl: 'https://www.tabpoint.example',
    googleClient: { id: 'the id', secret: 'the secret' },
    publicUrl: 'https://sheets.example',
  });
  const response = await app.inject({ url: '/api/about' });
  expect(response.json()).toEqual({
    version: '1.2.3',
    googleConfigured: true,
    plans: 'tiered',
    signUps: 'closed',
    uploadLimit: 104_857_600,
    marketingUrl: 'https://www.tabpoint.example',
    sheetOrigin: 'https://sheets.example',
  });
  expect(response.body).not.toContain('the ');
  await close();
});

test('about is public, with one method', async () => {
  const { app, close } = await buildTestApp();
  expect((await app.inject({ url: '/api/about' })).json()).toMatchObject({ sheetOrigin: 'http://localhost' });
  const response = await app.inject({ method: 'DELETE', url: '/api/about' });
  expect(response.statusCode).toBe(405);
  expect(response.headers.allow).toBe('GET, HEAD');
  await close();
});

test('alive, and able to serve as long as the database answers', async () => {
  const { app, db, close } = await buildTestApp();
  expect((await app.inject({ url: '/healthz' })).json()).toEqual({ status: 'ok' });
  for (const url of ['/healthz', '/readyz', '/api/about']) {
    expect((await app.inject({ url })).headers['cache-control']).toBe('no-store');
  }
  expect((await app.inject({ url: '/readyz' })).json()).toEqual({ status: 'ok' });
  await db.destroy();
  expect((await app.inject({ url: '/healthz' })).statusCode).toBe(200);
  const response = await app.inject({ url: '/readyz' });
  expect(response.statusCode).toBe(503);
  expect(response.json()).toMatchObject({ code: 'busy', detail: 'The database does not answer.' });
  await close();
});
