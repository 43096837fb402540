import { apiPaths, endpointPath } from '../../../../src/contract/paths';
import type { Project } from '../../../../src/contract/projects';
import { connectGoogle, GOOGLE_CLIENT, MARA } from '../../../fixtures/google/consenting';
import { openDatabase } from '../../../../src/server/database/database';
import { Connections } from '../../../../src/server/google/consent/connections';
import { createGoogleSource } from '../../../../src/server/google/reading/googleSource';
import { serviceAccountFrom } from '../../../../src/server/google/serviceAccount';
import { createSources } from '../../../../src/server/sync/sources';
import type { Fault } from '../../../fixtures/google/faults';
import type { GoogleDouble } from '../../../fixtures/google/googleDouble';
import { type GoogleServer, startGoogleServer } from '../../../fixtures/google/googleServer';
import { type GoogleFile, newGoogleId, TEA_TABS } from '../../../fixtures/google/googleWorld';
import { ROBOT, startOwnAccountServer } from '../../../fixtures/google/ownAccount';
import type { SignedIn } from '../../../fixtures/people';

/** The three ways to read a sheet, each with a person who uses it. */
const ways = ['link', 'person', 'server'] as const;
type Way = (typeof ways)[number];

const sharing: Readonly<Record<Way, Partial<GoogleFile>>> = {
  link: { sharing: 'link' },
  person: { sharing: 'private', readers: [MARA] },
  server: { sharing: 'private', readers: [ROBOT] },
};

let servers: Readonly<Record<Way, GoogleServer>>;
let people: Readonly<Record<Way, SignedIn>>;
beforeAll(async () => {
  const [open, own] = [await startGoogleServer({ googleClient: GOOGLE_CLIENT }), await startOwnAccountServer()];
  servers = { link: open, person: open, server: own };
  people = { link: await open.test.signUp(), person: await open.test.signUp(), server: await own.test.signUp() };
  await connectGoogle(open, people.person);
});
beforeEach(async () => {
  for (const server of [servers.link, servers.server]) await server.calm();
});
afterAll(async () => {
  await servers.link.close();
  await servers.server.close();
});

interface Told {
  readonly code: string;
  readonly detail: string;
}

type State = (server: GoogleServer, id: string) => void;

const edit =
  (change: (file: GoogleFile) => unknown): State =>
  ({ google }, id) =>
    google.world.edit(id, (file) => void change(file));
const always =
  (fault: Fault): State =>
  ({ google }) => {
    google.faults.always(fault);
    google.contentFaults.always(fault);
  };

const told = (code: string, detail: string): Told => ({ code, detail });
const shareWith = (whom: string) =>
  told('source_private', `This spreadsheet is private. Share it with ${whom}, then try again.`);
const everywhere = (one: Told): Readonly<Record<Way, Told>> => ({ link: one, person: one, server: one });
const gone = everywhere(told('source_not_found', 'There is no spreadsheet at this URL.'));

/** States of a sheet or of Google, the message for people, and the status of the project. */
const catalogue: readonly [string, State, Partial<Readonly<Record<Way, Told>>>, string][] = [
  [
    'private',
    edit((file) => Object.assign(file, { sharing: 'private', readers: [] })),
    {
      link: shareWith('anyone who has the link'),
      person: shareWith(`${MARA}, or with anyone who has the link`),
      server: shareWith(`${ROBOT}, or with anyone who has the link`),
    },
    'needsAccess',
  ],
  ['gone', ({ google }, id) => google.world.remove(id), gone, 'stale'],
  // Only the metadata says that the sheet is in the trash.
  ['in the trash', edit((file) => (file.trashed = true)), { link: gone.link, server: gone.server }, 'stale'],
  [
    'another kind of document',
    edit((file) => (file.isSpreadsheet = false)),
    everywhere(told('not_a_workbook', 'This is not a spreadsheet, but another kind of document.')),
    'stale',
  ],
  [
    'empty',
    edit(({ tabs }) => tabs.forEach((tab) => (tab.cells = []))),
    everywhere(told('source_empty', 'There is nothing in this spreadsheet yet.')),
    'stale',
  ],
  [
    'without cells, but charts only',
    // The double has no charts: a sheet of charts alone has no tabs with cells.
    edit((file) => (file.tabs = [])),
    { person: told('source_empty', 'There is nothing in this spreadsheet yet.') },
    'stale',
  ],
  [
    'limited by Google',
    always({ status: 429, body: '{}' }),
    everywhere(told('source_unavailable', 'The request limit of Google is reached for now. Try again in a minute.')),
    'stale',
  ],
  [
    'not handed out',
    always({ status: 503, body: '{}' }),
    everywhere(told('source_unavailable', 'Google could not hand out this spreadsheet. Try again in a moment.')),
    'stale',
  ],
  [
    'cut off',
    always('cut'),
    everywhere(told('source_unavailable', 'Google cannot be reached from this server. Try again in a moment.')),
    'stale',
  ],
];

const rows = catalogue.flatMap(([what, state, texts, status]) =>
  ways.flatMap((way) => {
    const text = texts[way];
    return text === undefined ? [] : [[what, way, state, text, status] as const];
  }),
);

const ask = (way: Way, url: string, method: 'GET' | 'POST' = 'GET') =>
  servers[way].test.app.inject({ method, url, headers: people[way].headers });

const projectOf = async (way: Way, id: string) =>
  (await ask(way, apiPaths.project(id))).json<{ project: Project }>().project;

describe('a sheet that is', () => {
  /** Creates one sheet for each way, before each state. */
  const ids: Record<Way, string> = { link: newGoogleId(), person: newGoogleId(), server: newGoogleId() };
  const projects = new Map<Way, Project>();
  const make = (way: Way) => servers[way].google.world.add('Tea house', TEA_TABS, { id: ids[way], ...sharing[way] });
  beforeAll(async () => {
    for (const way of ways) {
      make(way);
      projects.set(way, (await servers[way].sync(people[way], ids[way])).body.project);
    }
  });
  beforeEach(() => ways.forEach(make));

  it.each(rows)('%s, by %s', async (_what, way, state, text, status) => {
    const server = servers[way];
    const project = projects.get(way);
    if (project === undefined) throw new Error('It was not synced.');
    state(server, ids[way]);
    expect((await server.check(people[way], ids[way])).body).toMatchObject(text);
    await server.test.db.deleteFrom('google_gates').execute();
    expect((await ask(way, apiPaths.projectSyncNow(project.id), 'POST')).json()).toMatchObject(text);
    expect(await projectOf(way, project.id)).toMatchObject({ status, statusReason: text.detail });

    const answer = await ask(way, apiPaths.projectTabRows(project.id, project.tabs[0]?.sheetId ?? 0));
    expect(answer.json<{ data: unknown[] }>().data).toHaveLength(3);
    if (project.access === 'private') return;
    const { statusCode, headers } = await server.test.app.inject({ url: endpointPath(project.id, 'Teas') });
    expect([statusCode, headers['x-tabpoint-stale']]).toEqual([200, text.detail]);
  });
});

describe('a Google that does not answer', () => {
  const hangsAt = (path: RegExp) => (google: GoogleDouble) => google.faults.nextOf(path, 'hang');
  it.each<[string, Way, (google: GoogleDouble) => void]>([
    ['at the address of the export', 'link', hangsAt(/export/)],
    ['the file host', 'link', ({ contentFaults }) => contentFaults.always('hang')],
    ['when the sheet is read', 'person', hangsAt(/^\/v4\//)],
    ['when a token is needed', 'person', hangsAt(/^\/token/)],
    ['when the server’s account reads', 'server', hangsAt(/^\/v4\//)],
    ['when that needs a token', 'server', hangsAt(/^\/token/)],
  ])('%s times out, by %s', async (_where, way, hang) => {
    const { test, google } = servers[way];
    // A server of its own has no cached token.
    const db = await openDatabase(test.settings);
    await db.updateTable('google_connections').set({ access_until: 0 }).execute();
    const own = { ...test.services, db };
    const source = createGoogleSource({
      ...own,
      serviceAccount: serviceAccountFrom(test.settings, own.google.client),
      connections: Connections.of(own),
    });
    const sources = createSources({ drive: source, google: source, readTimeoutMs: 300 });
    const { id } = google.world.add('Tea house', TEA_TABS, sharing[way]);
    hang(google);
    await expect(sources.look(people[way].person, id, new AbortController().signal)).rejects.toMatchObject(
      told('source_unavailable', 'Google did not answer in time. Try again in a moment.'),
    );
    await db.destroy();
  });
});
