import { buildTestApp } from '../../../fixtures/apps';
import { beforeEachTest, beforeTests } from '../../../fixtures/beforeTests';
import { StoreView } from '../../../../src/server/store/memory/tabView';
import { writable } from './writing';

let before: Record<string, unknown>[];
let id: string;
const test = beforeTests(() => buildTestApp());
const cafes = beforeEachTest(() => writable(test));
beforeEach(async () => {
  before = await cafes.rows();
  id = String(before[0]?._id);
});

describe('PATCH of one row', () => {
  it('changes the given columns and nothing else', async () => {
    const { status, headers, body } = await cafes.call('PATCH', `/${id}`, { body: { Open: false, note: 'shut' } });
    expect(status).toBe(200);
    expect(body).toEqual({ data: { ...before[0], Open: false, Note: 'shut' }, meta: { revision: 2 } });
    const read = await cafes.call('GET', `/${id}`);
    expect(read.body).toEqual(body);
    expect(read.headers.etag).toBe(headers.etag);
    expect(await cafes.rows()).toEqual([body.data, ...before.slice(1)]);
  });

  it('clears columns that are null or white space', async () => {
    const { body } = await cafes.call('PATCH', `/${id}`, { body: { City: null, Code: '  ' } });
    expect(body.data).toEqual({ ...before[0], City: null, Code: null });
  });

  it('accepts the row as it was read, without a new revision, and returns its entity tag', async () => {
    const read = await cafes.call('GET', `/${id}`);
    const { status, headers, body } = await cafes.call('PATCH', `/${id}`, { body: before[0] });
    expect([status, headers.etag]).toEqual([200, read.headers.etag]);
    expect(body).toEqual({ data: before[0], meta: { revision: 1 } });
  });

  it('refuses another id, an empty body, a list, and a change that would leave the row blank', async () => {
    const problems = [{ Name: 'A', _id: 'r_other' }, {}, [{ Name: 'A' }]].map((body) =>
      cafes.call('PATCH', `/${id}`, { body }),
    );
    for (const problem of await Promise.all(problems)) {
      expect(problem).toMatchObject({ status: 422, body: { code: 'invalid_rows' } });
    }
    const blank = Object.fromEntries(
      Object.keys(before[0] ?? {})
        .slice(1)
        .map((name) => [name, null]),
    );
    const refused = await cafes.call('PATCH', `/${id}`, { body: blank });
    expect(refused).toMatchObject({
      status: 422,
      body: { detail: `This would leave the row ${id} blank. Delete it instead.` },
    });
    expect(await cafes.rows()).toEqual(before);
  });
});

describe('PUT of one row', () => {
  it('clears the other columns', async () => {
    const { status, body } = await cafes.call('PUT', `/${id}`, { body: { Name: 'Kaffa', Founded: 2010 } });
    expect(status).toBe(200);
    const blank = Object.fromEntries(Object.keys(before[0] ?? {}).map((name) => [name, null]));
    expect(body.data).toEqual({ ...blank, _id: id, Name: 'Kaffa', Founded: 2010 });
  });
});

describe('If-Match', () => {
  it('refuses a lost update, whatever has happened to other rows', async () => {
    const { headers } = await cafes.call('GET', `/${id}`);
    const tag = String(headers.etag);
    await cafes.call('PATCH', `/${String(before[1]?._id)}`, { body: { Note: 'another row' } });
    const first = await cafes.call('PATCH', `/${id}`, { body: { Note: 'mine' }, headers: { 'if-match': tag } });
    expect(first.status).toBe(200);
    const second = await cafes.call('PATCH', `/${id}`, { body: { Note: 'yours' }, headers: { 'if-match': tag } });
    expect(second).toMatchObject({ status: 412, body: { code: 'precondition_failed' } });
    const third = await cafes.call('DELETE', `/${id}`, { headers: { 'if-match': tag } });
    expect(third.status).toBe(412);
    cafes.reload();
    const fresh = String(first.headers.etag);
    const fourth = await cafes.call('PUT', `/${id}`, { body: before[0], headers: { 'if-match': `"x", ${fresh}` } });
    expect(fourth.status).toBe(200);
  });

  it('accepts entity tags of the row in any format, weak ones too, and * for any row', async () => {
    const { headers } = await cafes.call('GET', `/${id}?_fields=Name`);
    const tag = String(headers.etag);
    const weak = await cafes.call('PATCH', `/${id}`, { body: { Note: 'a' }, headers: { 'if-match': `W/${tag}` } });
    expect(weak.status).toBe(200);
    const old = await cafes.call('PATCH', `/${id}`, { body: { Note: 'b' }, headers: { 'if-match': `"x", W/${tag}` } });
    expect(old).toMatchObject({ status: 412, body: { code: 'precondition_failed' } });
    const strong = await cafes.call('PATCH', `/${id}`, {
      body: { Note: 'a' },
      headers: { 'if-match': String(weak.headers.etag) },
    });
    expect(strong.status).toBe(200);
    const any = await cafes.call('PATCH', `/${id}`, { body: { Note: 'b' }, headers: { 'if-match': '*' } });
    expect(any.status).toBe(200);
  });

  it('is allowed for one row only', async () => {
    const headers = { 'if-match': '"x"' };
    for (const refused of [
      await cafes.call('PATCH', '?City=Oslo', { body: { Note: 'a' }, headers }),
      await cafes.call('POST', '', { body: { Name: 'A' }, headers }),
    ]) {
      expect(refused).toMatchObject({
        status: 400,
        body: { code: 'invalid_request', errors: [{ field: 'If-Match' }] },
      });
      expect(refused.body.hint).toContain('_id into the address');
    }
  });
});

describe('a filter', () => {
  it('changes every row it matches, and the response has their number', async () => {
    const { status, body } = await cafes.call('PATCH', '?City=Oslo&Founded__gt=2000', { body: { Note: 'Norway' } });
    expect(status).toBe(200);
    expect(body.data).toEqual(before.slice(0, 2).map((row) => ({ ...row, Note: 'Norway' })));
    expect(body.meta).toEqual({ count: 2, created: 0, updated: 2, removed: 0, unchanged: 0, revision: 2 });
    expect(await cafes.rows()).toEqual([...body.data, before[2]]);
  });

  it('can be _where, _q and _id, and match nothing', async () => {
    const where = encodeURIComponent('{"or":[{"City":{"eq":"London"}},{"Founded":{"lt":2010}}]}');
    expect((await cafes.call('PATCH', `?_where=${where}`, { body: { Note: 'a' } })).body.meta.count).toBe(2);
    expect((await cafes.call('PUT', '?_q=NNE', { body: { Name: 'Bønne' } })).body.data).toMatchObject([{ City: null }]);
    expect((await cafes.call('PATCH', `?_id=${id}`, { body: { Note: 'b' } })).body.meta.count).toBe(1);
    const none = await cafes.call('DELETE', '?City=Bergen');
    expect(none).toMatchObject({ status: 200, body: { data: [], meta: { count: 0, removed: 0, revision: 4 } } });
  });

  it.each([
    '',
    '_where={}',
    '_q=',
    '_where={"and":[{},{"City":{}}]}',
    '_where={"or":[{"City":{"eq":"Oslo"}},{}]}&_q=',
    'City__ne=',
    'City__nin=',
    'City__nin=+,',
    '_where={"City":{"nin":[]}}',
    '_where={"_id":{"nin":[]}}',
    '_where={"not":{"City":{"in":[]}}}',
    '_where={"not":{"and":[{"City":{"eq":""}},{"Name":{"eq":"Kaffa"}}]}}',
    '_where={"not":{"not":{"or":[{"City":{"ne":" "}},{"Name":{"eq":"Kaffa"}}]}}}',
  ])('that matches every row by definition is refused: %s', async (query) => {
    const path = `?${encodeURI(query)}&_max_affected=500`;
    expect((await cafes.call('PATCH', path, { body: { Note: 'a' } })).body.code).toBe('filter_required');
    expect((await cafes.call('DELETE', path)).body.code).toBe('filter_required');
    expect((await cafes.call('DELETE', `${path}&City=Oslo&_dry_run=1`)).body.meta.removed).toBe(2);
  });

  it.each([
    ['City=', 0],
    ['_where={"City":{"in":[]}}', 0],
    ['_where={"or":[]}', 0],
    ['City__contains=', 3],
    ['City__nin=Bergen,', 3],
  ])('that can exclude rows is accepted: %s', async (query, removed) => {
    const answer = await cafes.call('DELETE', `?${encodeURI(query)}&_dry_run=1`);
    expect(answer).toMatchObject({ status: 200, body: { meta: { removed } } });
  });

  it('is evaluated in small steps before the write has its turn, in a dry run too', async () => {
    const steps: string[] = [];
    const { prepare, all } = StoreView.prototype;
    const prepared = jest.spyOn(StoreView.prototype, 'prepare').mockImplementation(function (
      this: StoreView,
      ...asked
    ) {
      if (steps.at(-1) !== 'prepare') steps.push('prepare');
      return prepare.apply(this, asked);
    });
    const found = jest.spyOn(StoreView.prototype, 'all').mockImplementation(function (this: StoreView, ...asked) {
      steps.push('all');
      return all.apply(this, asked);
    });
    for (const path of ['?Name__contains=a&_dry_run=1', '?Name__contains=a']) {
      expect((await cafes.call('PATCH', path, { body: { Note: path } })).status).toBe(200);
      expect((await cafes.call('DELETE', '?Name__contains=nobody')).status).toBe(200);
    }
    prepared.mockRestore();
    found.mockRestore();
    // A write is prepared before its turn and again in its turn, more often on a busy machine.
    const write = ['prepare', 'all'];
    expect(steps).toEqual([...write, ...write, ...write, ...write]);
  });

  it('that matches more than 100 rows needs _max_affected', async () => {
    const body = Array.from({ length: 120 }, (_, n) => ({ Name: `New ${n}`, City: 'Bergen' }));
    await cafes.call('POST', '', { body });
    const refused = await cafes.call('PATCH', '?City=Bergen', { body: { Note: 'a' } });
    expect(refused).toMatchObject({ status: 400, body: { code: 'too_many_affected' } });
    expect(refused.body.detail).toBe(
      'This filter matches 120 rows, and without _max_affected it is 100 at most. Nothing was written.',
    );
    expect(refused.body.hint).toBe('If you mean all of them, add _max_affected=120.');
    expect((await cafes.call('DELETE', '?City=Bergen&_max_affected=119')).body.code).toBe('too_many_affected');
    const taken = await cafes.call('DELETE', '?City=Bergen&_max_affected=120');
    expect(taken.body.meta).toMatchObject({ count: 120, removed: 120 });
    expect((await cafes.call('DELETE', '?City=Oslo&_max_affected=10001')).body.code).toBe('invalid_parameter');
    expect((await cafes.call('DELETE', '?City=Oslo&_max_affected=2&_max_affected=3')).body.code).toBe(
      'invalid_parameter',
    );
    expect(await cafes.rows()).toEqual(before);
  });
});

describe('_dry_run=1', () => {
  it('returns the result and changes nothing', async () => {
    const patch = await cafes.call('PATCH', `/${id}?_dry_run=1`, { body: { Note: 'a' } });
    expect(patch).toMatchObject({
      status: 200,
      body: { data: { Note: 'a' }, meta: { dryRun: true, updated: 1, revision: 1 } },
    });
    const removal = await cafes.call('DELETE', '?City=Oslo&_dry_run=1');
    expect(removal.body).toMatchObject({
      data: [{ _id: id }, { _id: before[1]?._id }],
      meta: { removed: 2, dryRun: true },
    });
    expect((await cafes.call('DELETE', `/${id}?_dry_run=1`)).status).toBe(200);
    expect(await cafes.rows()).toEqual(before);
  });
});

describe('DELETE', () => {
  it('removes one row permanently: its id answers 410 from then on', async () => {
    const { status, body, headers } = await cafes.call('DELETE', `/${id}`);
    expect([status, body, headers['x-tabpoint-revision']]).toEqual([204, undefined, '2']);
    expect(await cafes.rows()).toEqual(before.slice(1));
    const check = async () => {
      for (const method of ['GET', 'DELETE', 'PATCH'] as const) {
        const gone = await cafes.call(method, `/${id}`, method === 'PATCH' ? { body: { Note: 'a' } } : {});
        expect(gone).toMatchObject({ status: 410, body: { code: 'gone' } });
      }
    };
    await check();
    cafes.reload();
    await check();
    await cafes.fold();
    cafes.reload();
    await check();
    expect(await cafes.rows()).toEqual(before.slice(1));
  });

  it('leaves the row numbers of the other rows unchanged', async () => {
    await cafes.call('DELETE', `/${String(before[1]?._id)}`);
    await cafes.call('POST', '', { body: { Name: 'New' } });
    const numbers = async () => (await cafes.rows('&_fields=_row')).map(({ _row }) => _row);
    expect(await numbers()).toEqual([2, 4, 5]);
    await cafes.fold();
    cafes.reload();
    expect(await numbers()).toEqual([2, 4, 5]);
  });
});
