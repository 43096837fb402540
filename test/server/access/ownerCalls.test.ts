import { endpointPath, OWN_CALL_HEADER, OWN_CALLS_BEFORE } from '../../../src/contract/paths';
import { plans } from '../../../src/contract/plans';
import { buildTestApp } from '../../fixtures/apps';
import { beforeTests } from '../../fixtures/beforeTests';
import { stopClock } from '../../fixtures/clocks';
import { createdProject } from '../../fixtures/driveFiles';
import { newAddress, ORIGIN } from '../../fixtures/people';
import { places, publishProject } from '../endpoints/published';
import { bearer, makeKey } from '../keys/keyOf';

const tabs = [
  { title: 'Places', slug: 'places', lines: places },
  { title: 'Draft', slug: 'draft', lines: ['n', '1'], published: 0 },
];

let id: string;
const server = beforeTests(() => buildTestApp({ plans: 'tiered' }));
const owner = beforeTests(() => server.signUp());
const other = beforeTests(() => server.signUp());
beforeEach(async () => {
  ({ id } = await publishProject(server.db, owner.person.id, tabs, { access: 'private' }));
});

interface Call {
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  readonly to?: string;
  readonly headers?: Record<string, string>;
  readonly payload?: object;
  readonly remoteAddress?: string;
}

const ownHeaders = () => ({ ...owner.headers, [OWN_CALL_HEADER]: '1' });

const send = ({ to = '', headers = ownHeaders(), ...call }: Call = {}) =>
  server.app.inject({ url: OWN_CALLS_BEFORE + endpointPath(id, 'places') + to, headers, ...call });

const counted = async () => {
  await server.services.usage.flush(Date.now());
  const rows = await server.db.selectFrom('usage_counts').selectAll().where('project_id', '=', id).execute();
  return rows.reduce((sum, { requests }) => sum + Number(requests), 0);
};

describe('the owner of a private project', () => {
  it('reads by session what a key reads under /v1, with links to /v1', async () => {
    const { secret } = await makeKey(server, owner, id);
    const url = `${endpointPath(id, 'places')}?_limit=1&City=Oslo`;
    const [own, keyed] = [
      await send({ to: '?_limit=1&City=Oslo' }),
      await server.app.inject({ url, headers: bearer(secret) }),
    ];
    expect(own.statusCode).toBe(200);
    expect(own.json()).toEqual(keyed.json());
    expect(own.json().meta.next).toContain(`/v1/${id}/places?`);
    expect(own.headers.link).not.toContain(OWN_CALLS_BEFORE);
  });

  it('writes and removes rows, with the person as the actor', async () => {
    const project = await createdProject(server, owner);
    ({ id } = project);
    const { slug, title } = project.tabs[0]!;
    const url = OWN_CALLS_BEFORE + endpointPath(id, slug);
    const made = await server.app.inject({
      ...{ method: 'POST', url, headers: ownHeaders(), payload: { name: 'Sencha' } },
    });
    expect([made.statusCode, made.headers.location]).toEqual([201, expect.stringContaining(endpointPath(id, slug))]);
    const row = `${url}/${made.json().data._id}`;
    const payload = { name: 'Gyokuro' };
    const changed = await server.app.inject({ method: 'PATCH', url: row, headers: ownHeaders(), payload });
    expect(changed.json().data).toMatchObject(payload);
    expect((await server.app.inject({ method: 'DELETE', url: row, headers: ownHeaders() })).statusCode).toBe(204);
    const tabs = await server.db.selectFrom('project_tabs').selectAll().where('project_id', '=', id).execute();
    expect(tabs.find((tab) => tab.title === title)?.actor).toBe(`person:${owner.person.id}`);
  });

  it('finds published tabs only, as everybody else', async () => {
    const url = OWN_CALLS_BEFORE + endpointPath(id, 'draft');
    expect((await server.app.inject({ url, headers: ownHeaders() })).json().code).toBe('not_found');
  });

  it('gets responses that are not cached and that other sites cannot read', async () => {
    const { headers } = await send();
    expect(headers['cache-control']).toBe('private, no-store');
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  });
});

describe('calls by session are refused', () => {
  it('to a signed-out person', async () => {
    const answer = await send({ headers: { origin: ORIGIN, [OWN_CALL_HEADER]: '1' } });
    expect([answer.statusCode, answer.json().code]).toEqual([401, 'signed_out']);
  });

  it.each(['GET', 'POST', 'PATCH', 'DELETE'] as const)('for %s of another person, and not counted', async (method) => {
    const headers = { ...other.headers, [OWN_CALL_HEADER]: '1' };
    const payload = method === 'GET' || method === 'DELETE' ? undefined : { Name: 'Taken' };
    const answer = await send({
      method,
      headers,
      payload,
      to: method === 'PATCH' || method === 'DELETE' ? '/r_2' : '',
    });
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'not_found']);
    expect(answer.body).not.toContain('Kaffa');
    expect(await counted()).toBe(0);
  });

  it.each<[string, Record<string, string>]>([
    ['a page of another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
    ['a page of a neighbour, to which the browser gives the cookie', { 'sec-fetch-site': 'same-site' }],
    ['a page of our host on another port', { origin: `${ORIGIN}:8080` }],
    ['a page without an origin', { origin: 'null' }],
    ['somebody who was sent here by a link', { 'sec-fetch-site': 'cross-site' }],
  ])('to %s, with the cookie of the owner', async (_who, from) => {
    for (const method of ['GET', 'DELETE'] as const) {
      const headers = { cookie: owner.cookie, [OWN_CALL_HEADER]: '1', ...from };
      const answer = await send({ method, headers, to: '/r_2' });
      expect([answer.statusCode, answer.json().code]).toEqual([403, 'cross_site_request']);
    }
    expect((await send({ to: '/r_2' })).statusCode).toBe(200);
  });

  it('without the header, which a form or a link cannot send', async () => {
    const answer = await send({ headers: owner.headers });
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'cross_site_request']);
  });

  it('to a preflight that asks for the header', async () => {
    const answer = await server.app.inject({
      method: 'OPTIONS',
      url: OWN_CALLS_BEFORE + endpointPath(id, 'places'),
      headers: {
        origin: 'https://evil.example',
        'access-control-request-method': 'GET',
        'access-control-request-headers': OWN_CALL_HEADER,
      },
    });
    expect(answer.statusCode).toBeGreaterThanOrEqual(400);
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  });

  it('under /v1, which ignores the cookie and the header', async () => {
    const answer = await server.app.inject({ url: endpointPath(id, 'places'), headers: ownHeaders() });
    expect([answer.statusCode, answer.json().code]).toEqual([401, 'key_required']);
  });
});

describe('calls by session', () => {
  beforeEach(stopClock);

  it('count in the usage of the project', async () => {
    await send();
    await send({ to: '/nothing' });
    expect(await counted()).toBe(2);
  });

  it('have the rate limit of the plan, and send what remains of it', async () => {
    const remoteAddress = newAddress();
    const most = plans.free.requestsPerMinute;
    expect((await send({ remoteAddress })).headers.ratelimit).toBe(`"burst";r=${most - 1};t=1`);
    for (let call = 1; call < most; call += 1) await send({ remoteAddress });
    const answer = await send({ remoteAddress });
    expect([answer.statusCode, answer.json().code]).toEqual([429, 'too_many_requests']);
  });
});
