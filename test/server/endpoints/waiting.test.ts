import { type Asking, startAsking } from './asking';

/** More distinct texts than are compared one by one in a single turn. */
const MANY = 6_000;

let asking: Asking;

beforeAll(async () => {
  const lines = Array.from({ length: MANY }, (_, n) => `text ${n};${n % 7}`);
  asking = await startAsking({ title: 'Many', slug: 'many', lines: ['Words;n', ...lines] });
});

afterAll(() => asking.close());

interface Page {
  readonly data: readonly { readonly Words: string }[];
  readonly meta: { readonly total: number };
}

test('a query that would block the event loop waits for its index', async () => {
  // One query runs and two wait, however busy the machine is; more could be refused.
  const many = Array.from({ length: 2 }, (_, n) => asking.get(`?_q=TEXT%2059${n}`));
  const sorted = asking.post({ where: { Words: { contains: '599' } }, sort: ['-Words'], limit: 2 });
  for (const [n, answer] of (await Promise.all(many)).entries()) {
    expect([answer.statusCode, answer.json<Page>().meta.total]).toEqual([200, 11]);
    expect(answer.json<Page>().data[0]).toMatchObject({ Words: `text 59${n}` });
  }
  expect((await sorted).json<Page>().data.map(({ Words }) => Words)).toEqual(['text 5999', 'text 5998']);
});

test('a file waits for the index too', async () => {
  const answer = await asking.get('/Many.ndjson?Words__endswith=77');
  expect(answer.body.trim().split('\n')).toHaveLength(60);
});
