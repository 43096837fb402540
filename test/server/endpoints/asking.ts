import type { LightMyRequestResponse } from 'fastify';
import { buildTestApp, type TestApp } from '../../fixtures/apps';
import type { SignedIn } from '../../fixtures/people';
import { publishProject, type TabToPublish } from './published';

/** A server with one public project, and the calls that query its first tab. */
export interface Asking {
  readonly server: TestApp;
  readonly owner: SignedIn;
  readonly id: string;
  readonly tabs: Awaited<ReturnType<typeof publishProject>>['tabs'];
  /** Sends GET for the first tab with a query, `?` included, or for another path of the project. */
  get(query: string, headers?: Record<string, string>): Promise<LightMyRequestResponse>;
  /** Returns the first letters of the names of the rows that a query without `?` finds. */
  initials(query: string): Promise<string>;
  /** Sends a query in a POST body to the first tab. */
  post(body: unknown, headers?: Record<string, string>): Promise<LightMyRequestResponse>;
  close(): Promise<void>;
}

/** Publishes tabs and returns the calls that query the first of them. */
export async function startAsking(...tabs: readonly TabToPublish[]): Promise<Asking> {
  const server = await buildTestApp();
  const owner = await server.signUp();
  const published = await publishProject(server.db, owner.person.id, tabs);
  const first = `/v1/${published.id}/${encodeURIComponent(published.tabs[0]?.title ?? '')}`;
  const get = (query: string, headers: Record<string, string> = {}) =>
    server.app.inject({ url: query.startsWith('/') ? `/v1/${published.id}${query}` : first + query, headers });
  return {
    server,
    owner,
    ...published,
    get,
    initials: async (query) => {
      const answer = await get(`?${query}`);
      if (answer.statusCode !== 200) throw new Error(`${query}: ${answer.body}`);
      const { data } = answer.json<{ data: { Name: string }[] }>();
      return data.map(({ Name }) => Name[0]).join('');
    },
    post: (body, headers = {}) =>
      server.app.inject({
        method: 'POST',
        url: `${first}/_query`,
        headers: { 'content-type': 'application/json', ...headers },
        payload: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    close: () => server.close(),
  };
}

/** Seven cafés: text in several cases and scripts, blanks in every column, every type. */
export const cafes = {
  title: 'Cafés',
  slug: 'cafes',
  lines: [
    'Name;City;Founded;Open;Rating;Since;Seen;At;_code;a__gt;or;Sum, total',
    'Kaffa;Oslo;2009;TRUE;4.5;2009-04-01;2009-04-01T12:30:00;07:30;007;x;1;10',
    'Bønne;oslo;2011;FALSE;3;2011-01-02;2011-01-02T00:00:00;08:00;008;y;2;20',
    'Prufrock;London;2011;TRUE;4;2011-02-01;2011-02-01T01:01:01;09:15;009;;3;30',
    'Tim & Co = 100%;Oslo;2012;TRUE;;;;;010;;4;',
    'Árbol;São Paulo;;FALSE;-2;1999-12-31;;;;;;40',
    'kaffa_2;;2009;;4.5;2009-04-02;2009-04-01T12:30:01;07:30;;;;50',
    '"Quoted, name";Oslo, Norway;2020;TRUE;0;;;23:59;;;;',
  ],
} as const;
