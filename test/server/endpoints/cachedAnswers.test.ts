import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { endpointPath } from '../../../src/contract/paths';
import { ANYONE } from '../../../src/server/access/caller';
import { fileFormats, type Format } from '../../../src/server/endpoints/answers/format';
import { rowsKey, type RowsRequest } from '../../../src/server/endpoints/resolvedQuery';
import { buildTestApp } from '../../fixtures/apps';
import { beforeTests } from '../../fixtures/beforeTests';
import { bearer, makeKey } from '../keys/keyOf';
import { publishProject } from './published';

const server = beforeTests(() => buildTestApp());
const owner = beforeTests(() => server.signUp());

const CITIES = ['Oslo', 'Rome', 'Lima', 'Cairo'];
const lines = ['n;City;Secret', ...Array.from({ length: 120 }, (_, n) => `${n};${CITIES[n % 4]};hush ${n}`)];
const ROWS = lines.length - 1;

const formats: readonly Format[] = ['json', ...fileFormats];
const codings = ['identity', 'gzip', 'br'] as const;
type Coding = (typeof codings)[number];
const callers = ['nobody', 'a key', 'a key with a hidden column'] as const;

const decoders = { identity: (bytes: Buffer) => bytes, gzip: gunzipSync, br: brotliDecompressSync };

/** A query, as an address and as a body. */
const questions: readonly { query: string; body: object; total: number }[] = [
  { query: '', body: {}, total: ROWS },
  { query: '?City=Oslo', body: { where: { City: { eq: 'Oslo' } } }, total: ROWS / 4 },
  { query: '?City=Rome', body: { where: { City: { eq: 'Rome' } } }, total: ROWS / 4 },
  { query: '?n__lt=50', body: { where: { n: { lt: 50 } } }, total: 50 },
  { query: '?_limit=10', body: { limit: 10 }, total: ROWS },
  { query: '?_limit=10&_offset=5', body: { limit: 10, offset: 5 }, total: ROWS },
  { query: '?_sort=-n', body: { sort: ['-n'] }, total: ROWS },
  { query: '?_fields=n', body: { fields: ['n'] }, total: ROWS },
  { query: '?_q=lima', body: { q: 'lima' }, total: ROWS / 4 },
  { query: '?_distinct=City', body: { distinct: 'City' }, total: 4 },
  { query: '?_group=City&_agg=count', body: { group: ['City'], agg: ['count'] }, total: 4 },
];

async function project() {
  const { id } = await publishProject(server.db, owner.person.id, [{ title: 'Places', slug: 'places', lines }]);
  const plain = await makeKey(server, owner, id, { scopes: ['read'] });
  const hiding = await makeKey(server, owner, id, {
    scopes: ['read'],
    hiddenColumns: [{ sheetId: 0, columns: ['Secret'] }],
  });
  const headersOf = { nobody: {}, 'a key': bearer(plain.secret), 'a key with a hidden column': bearer(hiding.secret) };
  return { id, headersOf };
}

type Place = Awaited<ReturnType<typeof project>>;
interface Way {
  readonly format: Format;
  readonly coding: Coding;
  readonly caller: (typeof callers)[number];
}

const ways = formats.flatMap((format) =>
  codings.flatMap((coding) => callers.map((caller): Way => ({ format, coding, caller }))),
);

/** Sends a query to a project, in the address or in a body, and decodes the response body. */
async function ask({ id, headersOf }: Place, { format, coding, caller }: Way, at: number, how: 'address' | 'body') {
  const { query, body } = questions[at]!;
  const path = endpointPath(id, format === 'json' ? 'Places' : `Places.${format}`);
  const headers = { ...headersOf[caller], 'accept-encoding': coding };
  const answer = await server.app.inject(
    how === 'address'
      ? { method: 'GET', url: path + query, headers }
      : { method: 'POST', url: `${path}/_query`, headers, payload: body },
  );
  const coded = String(answer.headers['content-encoding'] ?? 'identity') as Coding;
  const decoded = decoders[coded](answer.rawPayload);
  return {
    status: answer.statusCode,
    total: Number(answer.headers['x-total-count']),
    etag: String(answer.headers.etag),
    // The same query of another project differs in the project’s id, and in cursors, which depend on the tab’s id.
    text: decoded
      .toString('latin1')
      .replaceAll(id, 'ID')
      .replace(/_cursor=[^"]+/, ''),
  };
}

/** Project that is queried by address and by body, by every caller, in every format and coding. */
let queried: Place;
/** Project with the same rows that is queried by address alone. */
let apart: Place;
beforeAll(async () => {
  queried = await project();
  apart = await project();
});

/** Response bodies of {@link queried} by entity tag. */
const known = new Map<string, string>();

/** Sends a query, and expects that no other response had its entity tag. */
async function askAgain(way: Way, at: number, how: 'address' | 'body') {
  const answer = await ask(queried, way, at, how);
  const { status, etag, text } = answer;
  expect(status).toBe(200);
  expect([way, at, how, known.get(etag) ?? text]).toEqual([way, at, how, text]);
  known.set(etag, text);
  return answer;
}

describe('cached responses to queries in a body are never sent for queries in the address', () => {
  test.each(ways)('$format, $coding, $caller', async (way) => {
    for (const at of questions.keys()) await askAgain(way, at, 'body');
    for (const [at, { total }] of questions.entries()) {
      const expected = await ask(apart, way, at, 'address');
      for (let times = 0; times < 2; times += 1) {
        const { text, ...told } = await askAgain(way, at, 'address');
        expect([at, told.total]).toEqual([at, total]);
        expect(told.total).toBe(expected.total);
        if (way.format !== 'xlsx') expect(text).toBe(expected.text);
        else expect(text.length).toBe(expected.text.length);
        expect(text.includes('hush')).toBe(expected.text.includes('hush'));
      }
    }
  });
});

describe('the key of a cached response', () => {
  /** Texts for which keys that are built by joining would collide. */
  const texts = [
    '',
    ' ',
    '?',
    '"',
    '[]',
    '{}',
    '0',
    '1',
    'address',
    'body',
    'csv',
    'csv identity',
    'a=1',
    'a=1 ',
    '","',
  ];
  /** Columns of the tab that are hidden from a caller. */
  const hidden = [[], ['a'], ['a', 'b']];
  const queries: RowsRequest['query'][] = [
    ...texts.map((text) => ({ text })),
    ...texts.map((body) => ({ body })),
    ...[{}, [], null, { where: { a: { eq: 1 } } }, { where: { a: { eq: '1' } } }, { limit: 1 }].map((body) => ({
      body,
    })),
  ];

  test('differs for every two different queries', () => {
    const keys = new Set<string>();
    let queried = 0;
    for (const query of queries) {
      for (const url of texts) {
        for (const format of formats) {
          for (const columns of hidden) {
            for (const withColumns of [true, false]) {
              for (const [revision, coding] of [1, 11].flatMap((one) => codings.map((two) => [one, two] as const))) {
                if (format === 'json' && coding !== 'identity') continue;
                const [project, tab] = [{}, { id: 't', title: 'Tab' }] as [RowsRequest['project'], RowsRequest['tab']];
                const columnAccess = new Map([['t', { hidden: new Set(columns), known: new Set('abc') }]]);
                const caller = { ...ANYONE, ...(columns.length > 0 && { columnAccess }) };
                keys.add(rowsKey({ project, tab, caller, url, query, format, withColumns }, revision, coding));
                queried += 1;
              }
            }
          }
        }
      }
    }
    expect(keys.size).toBe(queried);
  });
});
