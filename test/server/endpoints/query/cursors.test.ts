import { startAsking } from '../asking';
import { beforeEachTest } from '../../../fixtures/beforeTests';
import { changeRows } from '../published';

const lines = (count: number, first = 1) => [
  'n;even',
  ...Array.from({ length: count }, (_, at) => `${first + at};${(first + at) % 2 === 0}`),
];

const asking = beforeEachTest(() => startAsking({ title: 'N', slug: 'n', lines: lines(10) }));

afterEach(() => asking.close());

interface Page {
  readonly data: { n: number }[];
  readonly meta: { readonly next?: string; readonly offset: number; readonly total: number; readonly revision: number };
}

const follow = async (next: string | undefined) => {
  const { pathname, search } = new URL(next ?? '');
  return asking.server.app.inject({ url: pathname + search });
};

/** Reads every page from a query on. */
async function walk(query: string, between: () => Promise<unknown> = async () => undefined): Promise<number[]> {
  let page = (await asking.get(query)).json<Page>();
  const seen = page.data.map(({ n }) => n);
  while (page.meta.next !== undefined) {
    await between();
    page = (await follow(page.meta.next)).json<Page>();
    seen.push(...page.data.map(({ n }) => n));
  }
  return seen;
}

const change = async (to: readonly string[]) => {
  const [tab] = asking.tabs;
  if (tab === undefined) throw new Error('There is no tab.');
  const changed = await changeRows(asking.server, tab, to);
  Object.assign(tab, changed);
};

test('next leads through all rows, in any order', async () => {
  expect(await walk('?_limit=3')).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  expect(await walk('?_limit=3&_sort=-n&even=true')).toEqual([10, 8, 6, 4, 2]);
  expect(await walk('?_limit=4&_offset=3')).toEqual([4, 5, 6, 7, 8, 9, 10]);
});

test('next is the same query with a cursor', async () => {
  const searchOf = async (query: string) => {
    const { meta } = (await asking.get(query)).json<Page>();
    return new URL(meta.next ?? '').search.replace(/_cursor=.*/, '_cursor=');
  };
  expect(await searchOf('?_offset=1&_limit=3&even=true')).toBe('?_limit=3&even=true&_cursor=');
  expect(await searchOf('?n__gte=2&_offset=1&_limit=3')).toBe('?n__gte=2&_limit=3&_cursor=');
  expect(await searchOf('?_limit=2&n__in=1,%202,3,4&_offset=1')).toBe('?_limit=2&n__in=1,%202,3,4&_cursor=');
});

test('a page has its offset and total', async () => {
  const { meta } = (await asking.get('?_limit=3')).json<Page>();
  const second = (await follow(meta.next)).json<Page>();
  expect(second.meta).toMatchObject({ total: 10, count: 3, limit: 3, offset: 3, revision: 1 });
  expect((await follow(meta.next)).headers.link).toBe(`<${second.meta.next}>; rel="next"`);
});

test('the next pages are of the same revision, whatever changes meanwhile', async () => {
  let times = 0;
  const seen = await walk('?_limit=2&_sort=-n', async () => {
    times += 1;
    await change(lines(times * 7, times * 100));
    expect((await asking.get('?_limit=1')).json<Page>().data).toEqual([{ _id: 'r_2', n: times * 100, even: true }]);
  });
  expect(seen).toEqual([10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
  expect(times).toBe(4);
});

test('also if the columns have changed', async () => {
  const { meta } = (await asking.get('?_limit=8&even=true&_sort=-n')).json<Page>();
  expect(meta.next).toBeUndefined();
  const first = (await asking.get('?_limit=3&even=true&_sort=-n')).json<Page>();
  await change(['something;else', 'a;b']);
  expect((await follow(first.meta.next)).json<Page>().data.map(({ n }) => n)).toEqual([4, 2]);
});

test('a page of a former revision has its revision and an entity tag of its own', async () => {
  const first = (await asking.get('?_limit=3')).json<Page>();
  const before = await follow(first.meta.next);
  await change(lines(20));
  const after = await follow(first.meta.next);
  expect(after.json<Page>()).toEqual(before.json<Page>());
  expect(after.headers).toMatchObject({ etag: before.headers.etag, 'x-tabpoint-revision': '1' });
});

test('a cursor does not work with another revision', async () => {
  const { meta } = (await asking.get('?_limit=3')).json<Page>();
  await change(lines(20));
  const answer = await follow((meta.next ?? '').replace('_cursor=1.', '_cursor=2.'));
  expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid_cursor']);
});

test.each(['_limit=3&even=true', '_limit=3&_sort=n', '_distinct=n'])(
  'a cursor works only with its query, and not with %s',
  async (query) => {
    const { meta } = (await asking.get('?_limit=3')).json<Page>();
    const cursor = new URL(meta.next ?? '').searchParams.get('_cursor');
    const answer = await asking.get(`?${query}&_cursor=${cursor}`);
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid_cursor']);
  },
);

test('the page size and fields can change', async () => {
  const { meta } = (await asking.get('?_limit=3')).json<Page>();
  const cursor = new URL(meta.next ?? '').searchParams.get('_cursor');
  expect((await asking.get(`?_limit=2&_fields=n,-_id&_shape=array&_cursor=${cursor}`)).json()).toEqual([
    { n: 4 },
    { n: 5 },
  ]);
});

test('values and groups have pages too', async () => {
  const groups: unknown[] = [];
  for (let next: string | undefined = '?_group=n&_agg=count&_limit=4&_sort=-n'; next !== undefined;) {
    const page: Page = (next.startsWith('?') ? await asking.get(next) : await follow(next)).json<Page>();
    groups.push(...page.data.map(({ n }) => n));
    next = page.meta.next;
  }
  expect(groups).toEqual([10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
});

test('a query in a body gets the cursor itself', async () => {
  const question = { where: { even: { eq: true } }, limit: 2 };
  const first = (await asking.post(question)).json();
  expect(first.meta).toEqual({ total: 5, count: 2, limit: 2, offset: 0, cursor: expect.any(String), revision: 1 });
  await change(lines(3));
  const second = (await asking.post({ ...question, cursor: first.meta.cursor })).json<Page>();
  expect(second.data.map(({ n }) => n)).toEqual([6, 8]);
});

test('a name that needs no percent sign keeps it in next', async () => {
  const { meta } = (await asking.get('?_limit=3&%5Ffields=n&even__in=true,false')).json<Page>();
  expect(meta.next).toMatch(/\?_limit=3&%5Ffields=n&even__in=true,false&_cursor=1\.3\.[0-9a-z]+$/);
  const { meta: odd } = (await asking.get('?_limit=3&even__in=true,%66alse&_q="<')).json<Page>();
  expect(odd.next).toBeUndefined();
});
