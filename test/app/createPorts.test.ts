/** @jest-environment node */
import { createPorts } from '../../src/app/createPorts';
import type { Ports } from '../../src/app/ports';
import { coffeePreview, mara, projectOf } from '../fixtures/appState';
import { fakePorts } from '../fixtures/fakePorts';
import { loopback, type Loopback, type Reply } from '../fixtures/loopback';

let server: Loopback;
let ports: Ports;

beforeAll(async () => {
  server = await loopback();
  const { navigate, location, copy, memory, pageVisibility, sessionNews, report } = fakePorts();
  ports = createPorts(
    { navigate, location, copy, memory, pageVisibility, sessionNews, report },
    { origin: server.origin },
  );
});
afterAll(() => server.close());

let { signal } = new AbortController();
const project = projectOf();
const older = projectOf({ id: 'older' });
const answer = (body: unknown, status = 200): Reply => ({ status, body });
const rows = { columns: [], data: [], meta: { total: 0, count: 0, limit: 100, offset: 0, revision: 1 } };
const about = { version: '1', sheetOrigin: 'https://tabpoint.example' };
const signIn = { email: mara.email, password: 'a long sentence' };
const signUp = { ...signIn, name: 'Mara' };
const sheet = { sheetId: 'abc' };
const access = { access: 'public' } as const;
const unset = { user: mara, secondFactorMissing: true };
const codeFollows = { twoFactorRedirect: true };
const code = { code: '12' };
const name = { name: 'M' };
const tab = { projectId: 'x', sheetId: 7 };

type Call = (all: Ports) => Promise<unknown>;

/** The calls of section 7 of the specification, and the app’s other calls: the body that is sent, the reply, the result. */
const calls: [line: string, sent: object | '', reply: unknown, result: unknown, call: Call][] = [
  ['GET /api/projects', '', { projects: [project, older] }, [project, older], ({ projects }) => projects.list(signal)],
  ['GET /api/projects/a%2Fb', '', { project }, project, ({ projects }) => projects.one('a/b', signal)],
  ['POST /api/projects/sync', sheet, { project }, project, ({ createFlow }) => createFlow.create('abc', signal)],
  [
    'POST /api/projects/check',
    sheet,
    coffeePreview,
    coffeePreview,
    ({ createFlow }) => createFlow.check('abc', signal),
  ],
  ['PUT /api/projects/x/update', access, { project }, project, ({ projects }) => projects.update('x', access, signal)],
  ['POST /api/projects/a%2Fb/restore', '', { project }, project, ({ projects }) => projects.restore('a/b', signal)],
  [
    'POST /api/projects/a%2Fb/new-address',
    '',
    { project },
    project,
    ({ projects }) => projects.newAddress('a/b', signal),
  ],
  ['DELETE /api/projects/x', '', {}, undefined, ({ projects }) => projects.remove('x', signal)],
  ['GET /api/auth/get-session', '', { user: { ...mara, x: 1 } }, mara, ({ session }) => session.read(signal)],
  [
    'GET /api/auth/get-session',
    '',
    unset,
    { ...mara, secondFactorMissing: true },
    ({ session }) => session.read(signal),
  ],
  ['GET /api/auth/get-session', '', 'null', null, ({ session }) => session.read(signal)],
  ['POST /api/auth/sign-in/email', signIn, {}, false, ({ session }) => session.signIn(signIn, signal)],
  ['POST /api/auth/sign-in/email', signIn, codeFollows, true, ({ session }) => session.signIn(signIn, signal)],
  ['POST /api/auth/sign-in/email', signIn, 'null', false, ({ session }) => session.signIn(signIn, signal)],
  [
    'POST /api/auth/two-factor/verify-totp',
    code,
    {},
    undefined,
    ({ session }) => session.giveCode('12', 'app', signal),
  ],
  [
    'POST /api/auth/two-factor/verify-backup-code',
    code,
    {},
    undefined,
    ({ session }) => session.giveCode('12', 'recovery', signal),
  ],
  ['POST /api/auth/sign-up/email', signUp, {}, undefined, ({ session }) => session.signUp(signUp, signal)],
  ['POST /api/auth/sign-out', {}, {}, undefined, ({ session }) => session.signOut(signal)],
  ['POST /api/auth/update-user', name, {}, undefined, ({ session }) => session.updateUser(name, signal)],
  [
    'GET /api/projects/x/tabs/7/rows?price__gte=10&_fields=*,_row&_limit=100&_offset=200',
    '',
    rows,
    rows,
    ({ endpoint }) => endpoint.rows(tab, { query: 'price__gte=10', offset: 200, limit: 100 }, signal),
  ],
  ['GET /api/about', '', about, about, (all) => all.about.read(signal)],
];

it.each(calls)('%s', async (line, sent, reply, result, call) => {
  server.answers(answer(reply));
  expect(await call(ports)).toEqual(result);
  expect(server.arrived.map(({ method, url, body }) => [`${method} ${url}`, body])).toEqual([
    [line, sent && JSON.stringify(sent)],
  ]);
});

it.each(calls)('%s is not sent after an abort', async (...[, , , , call]) => {
  const before = signal;
  signal = AbortSignal.abort();
  server.answers({ status: 200 });
  await expect(call(ports)).rejects.toMatchObject({ kind: 'cancelled' });
  expect(server.arrived).toEqual([]);
  signal = before;
});

it('loads the list of projects page by page', async () => {
  const second = projectOf({ id: 'second' });
  server.answers(
    answer({ projects: [project], next: `${server.origin}/api/projects?after=1` }),
    answer({ projects: [second] }),
  );
  expect(await ports.projects.list(signal)).toEqual([project, second]);
  expect(server.arrived.map(({ url }) => url)).toEqual(['/api/projects', '/api/projects?after=1']);
});

it('uploads a workbook as the field "file" and reports the progress', async () => {
  const spreadsheet = { id: 'tpd_1', url: 'https://tabpoint.example/spreadsheets/d/tpd_1' };
  server.answers(answer({ spreadsheet }, 201));
  const shares: number[] = [];
  const file = new File(['name,price\nKochere,17.5\n'], 'coffee.csv');
  expect(await ports.drive.upload(file, (share) => shares.push(share), signal)).toEqual(spreadsheet);
  expect(server.arrived[0]).toMatchObject({ method: 'POST', url: '/api/drive/spreadsheets' });
  expect(server.arrived[0]?.body).toMatch(/name="file"; filename="coffee.csv"[^]*Kochere,17.5/);
  expect(shares.at(-1)).toBe(1);
});

describe('an invalid response', () => {
  const odd: [what: string, reply: Reply][] = [
    ['a page', { status: 200, headers: { 'Content-Type': 'text/html' }, body: '<html></html>' }],
    ['nothing', answer('')],
    ['an empty object', answer({})],
    ['a list', answer([])],
    [
      'fields of the wrong type',
      answer({ title: 7, tabs: {}, projects: {}, project: 'x', user: 'x', spreadsheet: [] }),
    ],
  ];
  const asking: [call: string, call: () => Promise<unknown>][] = [
    ['a check', () => ports.createFlow.check('abc', signal)],
    ['a create', () => ports.createFlow.create('abc', signal)],
    ['the list', () => ports.projects.list(signal)],
    ['one project', () => ports.projects.one('x', signal)],
    ['the session', () => ports.session.read(signal)],
    ['rows', () => ports.endpoint.rows(tab, { query: '', offset: 0, limit: 100 }, signal)],
    ['about', () => ports.about.read(signal)],
  ];

  it.each(odd.flatMap(([what, reply]) => asking.map(([name, call]) => [what, name, reply, call] as const)))(
    '%s fails %s',
    async (_what, _name, reply, call) => {
      server.answers(reply);
      await expect(call()).rejects.toMatchObject({ kind: 'unexpected' });
    },
  );

  it.each([
    ['a check without its title', () => ports.createFlow.check('abc', signal), { tabs: [] }],
    ['a check without its tabs', () => ports.createFlow.check('abc', signal), { title: 'Coffee' }],
    ['a check with a tab that is none', () => ports.createFlow.check('abc', signal), { title: 'Coffee', tabs: [null] }],
    [
      'a check with a tab that is none after one that is',
      () => ports.createFlow.check('abc', signal),
      { title: 'Coffee', tabs: [...coffeePreview.tabs, null] },
    ],
    [
      'a check with a tab without its title',
      () => ports.createFlow.check('abc', signal),
      { title: 'C', tabs: [{ sheetId: 0 }] },
    ],
    ['a session without an id', () => ports.session.read(signal), { user: { email: mara.email } }],
    ['a session without an email', () => ports.session.read(signal), { user: { id: mara.id, name: mara.name } }],
  ])('%s fails', async (_what, call, half) => {
    server.answers(answer(half));
    await expect(call()).rejects.toMatchObject({ kind: 'unexpected' });
  });
});
