import { connect, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { buildTestApp, type TestApp } from '../../fixtures/apps';

let server: TestApp;
beforeAll(async () => {
  server = await buildTestApp();
  await server.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => server.close());

const MINUTE = 60_000;

test('headers time out after a minute, requests after a quarter of an hour, idle connections after little more than a minute', () => {
  const { headersTimeout, requestTimeout, keepAliveTimeout } = server.app.server;
  expect(headersTimeout).toBeGreaterThan(0);
  expect(headersTimeout).toBeLessThanOrEqual(MINUTE);
  expect(requestTimeout).toBeGreaterThan(headersTimeout);
  expect(requestTimeout).toBeLessThanOrEqual(15 * MINUTE);
  expect(keepAliveTimeout).toBeGreaterThan(0);
  expect(keepAliveTimeout).toBeLessThanOrEqual(2 * MINUTE);
});

test('a timed-out connection gets 408 and is closed', async () => {
  const { port } = server.app.server.address() as AddressInfo;
  const accepted = once(server.app.server, 'connection');
  const socket = connect(port, '127.0.0.1');
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ');
  let answer = '';
  socket.on('data', (data) => (answer += String(data)));
  const closed = once(socket, 'close');
  const [peer] = await accepted;
  // Node emits this when the headers of a connection have timed out.
  const late = Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
  server.app.server.emit('clientError', late, peer);
  await closed;
  expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  expect(answer).toContain('"code":"request_timeout"');
});
