import { endpointPath } from '../../../src/contract/paths';
import { plans } from '../../../src/contract/plans';
import { buildTestApp, type TestApp } from '../../fixtures/apps';
import { stopClock } from '../../fixtures/clocks';
import { newAddress, type SignedIn } from '../../fixtures/people';
import { publishProject } from '../endpoints/published';
import { bearer, makeKey } from '../keys/keyOf';

const tabs = [{ title: 'beans', slug: 'beans', lines: ['Name', 'Kaffa'] }];
const perMinute = plans.free.requestsPerMinute;

describe('a server with plans', () => {
  let server: TestApp;
  let owner: SignedIn;
  beforeAll(async () => {
    server = await buildTestApp({ plans: 'tiered' });
    owner = await server.signUp();
  });
  beforeEach(stopClock);
  afterAll(() => server.close());

  const publish = async () => (await publishProject(server.db, owner.person.id, tabs)).id;
  const ask = (id: string, headers: Record<string, string> = {}, remoteAddress = '192.0.2.1') =>
    server.app.inject({ url: endpointPath(id, 'beans'), headers, remoteAddress });
  const empty = async (id: string, headers: Record<string, string> = {}, address?: string) => {
    for (let call = 0; call < perMinute; call += 1) await ask(id, headers, address);
  };

  it('sends the rate limit and what remains of it', async () => {
    const id = await publish();
    const [first, second] = [await ask(id), await ask(id)];
    expect(first.headers['ratelimit-policy']).toBe('"burst";q=60;w=60');
    expect(first.headers.ratelimit).toBe('"burst";r=59;t=1');
    expect(second.headers.ratelimit).toBe('"burst";r=58;t=2');
  });

  it('answers 429 with the time to wait to an address that asks too often, and to nobody else', async () => {
    const id = await publish();
    await empty(id);
    const answer = await ask(id);
    expect(answer.statusCode).toBe(429);
    expect(answer.json()).toMatchObject({ code: 'too_many_requests', hint: 'Try again in 1 second.' });
    expect(answer.headers['retry-after']).toBe('1');
    expect(answer.headers.ratelimit).toBe('"burst";r=0;t=60');
    expect(answer.headers['access-control-allow-origin']).toBe('*');
    expect((await ask(id, {}, newAddress())).statusCode).toBe(200);
    expect((await ask(await publish())).statusCode).toBe(200);
  });

  it('counts the requests of a key from all addresses together', async () => {
    const id = await publish();
    const [one, other] = [await makeKey(server, owner, id), await makeKey(server, owner, id)];
    for (let call = 0; call < perMinute; call += 1) await ask(id, bearer(one.secret), newAddress());
    expect((await ask(id, bearer(one.secret), newAddress())).statusCode).toBe(429);
    expect((await ask(id, bearer(other.secret))).statusCode).toBe(200);
    expect((await ask(id)).statusCode).toBe(200);
  });

  it('counts a form for the key in its field, from all addresses together', async () => {
    const id = await publish();
    const { secret } = await makeKey(server, owner, id, { kind: 'publishable', scopes: ['create'], tabs: [0] });
    const send = () =>
      server.app.inject({
        ...{ method: 'POST', url: endpointPath(id, 'beans'), remoteAddress: newAddress() },
        headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' },
        payload: `Name=Huila&_key=${secret}`,
      });
    for (let call = 0; call < perMinute; call += 1) expect((await send()).statusCode).not.toBe(429);
    const answer = await send();
    expect(answer.statusCode).toBe(429);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(answer.body).toContain('Too many requests');
  });

  it('counts guesses at keys for the address', async () => {
    const id = await publish();
    const address = newAddress();
    for (let call = 0; call < perMinute; call += 1) {
      const answer = await ask(id, bearer(`tp_sk_${String(call).padStart(43, 'A')}`), address);
      expect(answer.statusCode).toBe(401);
    }
    expect((await ask(id, bearer('tp_sk_one-more'), address)).statusCode).toBe(429);
  });

  it('counts an IPv6 network as one address', async () => {
    const id = await publish();
    await empty(id, {}, '2001:db8:1:2::1');
    expect((await ask(id, {}, '2001:db8:1:2:ffff::9')).statusCode).toBe(429);
    expect((await ask(id, {}, '2001:db8:1:3::1')).statusCode).toBe(200);
  });

  it('does not count preflights', async () => {
    const id = await publish();
    const address = newAddress();
    for (let call = 0; call < perMinute + 1; call += 1) {
      await server.app.inject({ method: 'OPTIONS', url: endpointPath(id, 'beans'), remoteAddress: address });
    }
    expect((await ask(id, {}, address)).headers.ratelimit).toBe('"burst";r=59;t=1');
  });
});

it('a server without plans has high limits, and sends them', async () => {
  const server = await buildTestApp();
  const owner = await server.signUp();
  const { id } = await publishProject(server.db, owner.person.id, tabs);
  const answer = await server.app.inject({ url: endpointPath(id, 'beans') });
  expect(answer.headers['ratelimit-policy']).toBe('"burst";q=12000000;w=60');
  await server.close();
});
