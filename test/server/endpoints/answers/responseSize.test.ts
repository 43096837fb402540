import { limits } from '../../../../src/contract/limits';
import { type Asking, startAsking } from '../asking';
import { createdProject } from '../../../fixtures/driveFiles';
import { writableProject } from '../write/writing';

let asking: Asking;
beforeAll(async () => {
  const texts = Array.from({ length: 20 }, (_, n) => `${n};${'x'.repeat(100)}`);
  asking = await startAsking({ lines: ['Nr;Text', ...texts] });
});
afterAll(() => asking.close());
beforeEach(() => {
  jest.replaceProperty(limits, 'bytesPerResponse', 1_000);
});

const refused = (limit: string, fields: string) => ({
  code: 'too_large',
  detail: expect.stringMatching(/^The rows of this response are larger than/),
  hint: `Lower ${limit} and follow the pages, or choose columns with ${fields}. Files, such as .ndjson, have no limit.`,
});

test.each(['', '_shape=array', '_shape=columns', '_shape=object', '_keys=slug', '_fields=Text', '_group=Nr,Text'])(
  'rows that are too long for a response are refused: %s',
  async (query) => {
    const response = await asking.get(`?${query}`);
    expect(response.statusCode).toBe(413);
    expect(response.json()).toMatchObject(refused('_limit', '_fields'));
  },
);

test('the hint names the members of a query in a body', async () => {
  expect((await asking.post({ sort: ['-Nr'] })).json()).toMatchObject(refused('limit', 'fields'));
});

test('fewer rows or columns are sent, and files of any size', async () => {
  expect((await asking.get('?_limit=5')).json().data).toHaveLength(5);
  expect((await asking.get('?_fields=Nr,-_id')).json().data).toHaveLength(20);
  expect((await asking.get('?_single=1')).statusCode).toBe(200);
  expect((await asking.get('/Sheet%201.ndjson')).body.split('\n')).toHaveLength(21);
});

test('a write whose rows are too long for its response is refused before it changes anything', async () => {
  const lines = Array.from({ length: 20 }, (_, n) => `${n},${'x'.repeat(100)}\n`);
  const project = await createdProject(asking.server, asking.owner, {
    name: 'Long.csv',
    bytes: `Nr,Text\n${lines.join('')}`,
  });
  const { call } = await writableProject(asking.server, asking.owner, project);
  const change = { body: { Nr: 1_000 } };
  expect(await call('PATCH', '?Nr__lt=20', change)).toMatchObject({
    status: 413,
    body: { code: 'too_large', hint: 'Write fewer rows at once.' },
  });
  expect((await call('GET', '?Nr=1000')).body.meta.total).toBe(0);
  expect((await call('PATCH', '?Nr__lt=5', change)).body.meta).toMatchObject({ updated: 5 });
});
