import { buildTestApp } from '../../../fixtures/apps';
import { beforeTests } from '../../../fixtures/beforeTests';
import type { SentFile } from '../../../fixtures/driveFiles';
import { type CallOptions, writable, type Writable } from './writing';

const test = beforeTests(() => buildTestApp());
const cafes = beforeTests(() => writable(test));

/** A request, and its refusal: status and code. */
type Case = readonly [what: string, request: string, options: CallOptions, refusal: string, hint: RegExp];

const row = { Name: 'x' };
const rows = (length: number, one: unknown) => ({ body: Array.from({ length }, () => one) });
const text = (body: string, type = 'application/json'): CallOptions => ({ body, type });
const csv = (body: string) => text(body, 'text/csv');
const form = (body: string) => text(body, 'application/x-www-form-urlencoded');
const when = (name: string, body?: object): CallOptions => ({ headers: { [name]: '"x"' }, body });

/** Invalid requests. */
const cases: readonly Case[] = [
  ['an unknown column', 'POST', { body: { Nmae: 'x' } }, '422 invalid_rows', /Did you mean Name\?.*_unknown=ignore/],
  ['a column far from any', 'POST', { body: { zzz: 1 } }, '422 invalid_rows', /_unknown=ignore/],
  ['rows inside an object', 'POST', { body: { data: [row] } }, '422 invalid_rows', /without “data” around it/],
  ['JSON that is sent as a form', 'POST', form('{"Name":"x"}'), '400 malformed_request', /json\. Without it, curl -d/],
  ['CSV with semicolons', 'POST', csv('Name;City\nx;y'), '422 invalid_rows', /^Put commas between the names/],
  ['a row by its number', 'DELETE /2', {}, '404 not_found', /comes the _id of a row/],
  ['a reserved address', 'PATCH /_x', { body: row }, '404 not_found', /_schema.*_query.*“__x”/],
  ['a list with something else', 'POST', { body: [row, 7] }, '422 invalid_rows', /\{"Name":"Kaffa"/],
  ['nothing', 'POST', text(''), '400 malformed_request', /\{"Name":"Kaffa"/],
  ['bad JSON', 'POST', text('{"Name":"x",}'), '400 malformed_json', /double quotes.*comma/],
  ['CSV with a comma too many', 'POST', csv('Name\nx,y'), '400 malformed_request', /as many values as/],
  ['bad CSV', 'POST', csv('Name\n"x'), '400 malformed_request', /column names into the first line/],
  ['another type of body', 'POST', text('<x/>', 'text/xml'), '415 unsupported_media_type', /text\/csv/],
  ['a large body', 'POST', text(`"${'x'.repeat(9_000_000)}"`), '413 too_large', /8 MB/],
  ['a long list', 'POST', rows(501, row), '413 too_large', /^Send them in several requests\.$/],
  ['a long list of anything', 'POST', rows(501, 7), '413 too_large', /requests/],
  ['an unknown parameter', 'POST ?_upsrt=Code', { body: row }, '400 unknown_parameter', /Did you mean _upsert\?/],
  ['an unknown column to upsert by', 'POST ?_upsert=Cod', { body: row }, '400 unknown_column', /Did you mean Code\?/],
  ['a flag that is none', 'POST ?_dry_run=yes', { body: row }, '400 invalid_parameter', /_dry_run=1/],
  ['another flag that is none', 'POST ?_unknown=drop', { body: row }, '400 invalid_parameter', /_unknown=ignore/],
  ['a condition of no write', 'POST', when('if-none-match', row), '400 invalid_request', /ETag as If-Match/],
  ['a condition of no write', 'PUT /ID', when('if-none-match', row), '400 invalid_request', /ETag as If-Match/],
  ['a condition of no write', 'PATCH ?Name=Kaffa', when('if-unmodified-since', row), '400 invalid_request', /If-Match/],
  ['a condition of no write', 'DELETE /ID', when('if-unmodified-since'), '400 invalid_request', /If-Match/],
  ['no filter', 'PATCH', { body: row }, '400 filter_required', /Name=value.*columns are Name, City/],
  ['an unknown filter', 'PATCH ?Ctiy=Oslo', { body: row }, '400 unknown_parameter', /Did you mean City\?/],
  ['a filter beside an id', 'DELETE /ID?City=Oslo', {}, '400 unknown_parameter', /^Leave it out/],
  ['an unknown operator', 'PATCH ?City__iz=Oslo', { body: row }, '400 unknown_operator', /The operators are eq, ne/],
  ['a filter of the wrong type', 'DELETE ?Founded=soon', {}, '400 invalid_value', /Founded=2009/],
  ['a filter with a zone', 'DELETE ?Seen__gt=2009-01-01T00:00:00Z', {}, '400 invalid_value', /=2009-04-01T12:30:00\./],
  ['a filter that is no JSON', 'DELETE ?_where={', {}, '400 malformed_json', /^Write it like \{"or":/],
  ['too many rows', 'DELETE ?Founded__gt=1&_max_affected=1', {}, '400 too_many_affected', /_max_affected=3/],
  ['a list for one row', 'PATCH ?Name=x', { body: [row] }, '422 invalid_rows', /\{"Open":true\}/],
  ['a stale tag', 'PATCH /ID', when('if-match', row), '412 precondition_failed', /new ETag/],
  ['no key', 'POST', { body: row, key: null }, '401 key_required', /Authorization: Bearer/],
];

/** Returns the method and the path of a request; `ID` stands for the id of the first row. */
function addressed(request: string, id: unknown) {
  const [method, path = ''] = request.split(' ') as [Parameters<Writable['call']>[0], string?];
  return [method, path.replace('ID', String(id))] as const;
}

it.each(cases)('%s: %s', async (_what, request, options, refusal, hint) => {
  const before = await cafes.rows();
  const { status, headers, body } = await cafes.call(...addressed(request, before[0]?._id), options);
  expect(`${status} ${body.code}`).toBe(refusal);
  expect(headers['content-type']).toBe('application/problem+json');
  expect(body.hint).toMatch(hint);
  expect(await cafes.rows()).toEqual(before);
});

describe('a key without the scope read', () => {
  const SECRETS: SentFile = {
    name: 'Secrets.csv',
    bytes: [
      'Name,City,Founded,Rating,Open,Since,Seen,At,Code',
      'Quetzal,Xanadu,4711,47.11,TRUE,1947-11-04,1947-11-04T04:07:11,04:47:11,4711a',
    ].join('\n'),
  };
  const CELLS = /Quetzal|Xanadu|4711|47\.11|1947|04:47/;
  const more: [request: string, body: object][] = [
    ...['Name', 'City', 'Founded', 'Rating', 'Open', 'Since', 'Seen', 'At', 'Code'].flatMap(
      (column): [string, object][] => [
        ['POST', { [column]: ['x'] }],
        ['POST ?_upsert=Code', { Code: 'x', [column]: ['x'] }],
        [`DELETE ?${column}__gt=%F0%9F%98%80&${column}__between=1`, {}],
      ],
    ),
    ['POST', { Seen: '2024-01-01T00:00:00Z' }],
    ['PATCH ?Seen=2024-01-01T00:00:00Z', { Name: 'x' }],
  ];

  const otherOf = (value: unknown) => (typeof value === 'number' ? value + 1 : String(value).replace(/4|a/, '5'));

  it('does not see the contents of cells in errors', async () => {
    const secrets = await writable(test, SECRETS);
    const key = await secrets.makeKey(['create', 'update', 'delete']);
    const [first] = await secrets.rows();
    const asked = [
      ...cases.map(([, request, options]) => [request, options] as const),
      ...more.map(([request, body]) => [request, { body }] as const),
    ];
    const told = [] as string[];
    const toldReaders = [] as string[];
    for (const [request, options] of asked) {
      const call = async (by: CallOptions) => secrets.call(...addressed(request, first?._id), by);
      const { status, body } = await call({ key, ...options });
      expect([request, status >= 400]).toEqual([request, true]);
      told.push(JSON.stringify({ ...body, instance: undefined, requestId: undefined }));
      toldReaders.push(JSON.stringify((await call(options)).body));
    }
    expect(told.filter((text) => CELLS.test(text))).toEqual([]);
    expect(toldReaders.filter((text) => CELLS.test(text)).length).toBeGreaterThan(5);
  });

  it('gets the same responses whether it sends what a cell holds or another value', async () => {
    const secrets = await writable(test, SECRETS);
    const key = await secrets.makeKey(['create', 'update']);
    const [{ _id: id, ...row } = {}] = await secrets.rows();
    for (const [column, value] of Object.entries(row)) {
      const answers = [];
      for (const body of [{ [column]: value }, { [column]: column === 'Open' ? false : otherOf(value) }]) {
        for (const method of ['PATCH', 'PUT'] as const) {
          const { status, body: answer } = await secrets.call(method, `/${String(id)}?_dry_run=1`, { key, body });
          answers.push([status, Object.keys(answer.data), answer.meta]);
        }
      }
      expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
      expect(answers[0]).toMatchObject([200, ['_id', column], { updated: 1, unchanged: 0 }]);
    }
  });

  it('cannot test values with an entity tag, or with a dry run of an upsert', async () => {
    const secrets = await writable(test, SECRETS);
    const key = await secrets.makeKey(['create', 'update']);
    const [{ _id: id } = {}] = await secrets.rows();
    const { headers } = await secrets.call('GET', `/${String(id)}`);
    const guesses = [
      secrets.call('PATCH', `/${String(id)}`, {
        key,
        body: { Name: 'x' },
        headers: { 'if-match': String(headers.etag) },
      }),
      secrets.call('POST', '?_upsert=City&_dry_run=1', { key, body: { City: 'Xanadu' } }),
    ];
    for (const { status, body } of await Promise.all(guesses)) {
      expect([status, body.code, body.errors]).toEqual([403, 'missing_scope', [{ field: 'scope', detail: 'read' }]]);
    }
  });

  it('sees of each upserted row only what it has sent for that row', async () => {
    const secrets = await writable(test, SECRETS);
    const key = await secrets.makeKey(['create', 'update']);
    const body = [{ Name: 'Other', City: 'Rome', Founded: 1 }, { Name: 'Quetzal' }];
    const answer = await secrets.call('POST', '?_upsert=Name', { key, body });
    expect(answer.body.data).toEqual(body.map((row) => ({ _id: expect.any(String), ...row })));
  });
});
