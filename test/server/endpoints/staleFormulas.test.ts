import { apiPaths } from '../../../src/contract/paths';
import type { RowsMeta } from '../../../src/contract/rows';
import { buildTestApp } from '../../fixtures/apps';
import { beforeTests } from '../../fixtures/beforeTests';
import { PRICES } from '../../fixtures/driveFiles';
import { writable } from './write/writing';

const test = beforeTests(() => buildTestApp());

/** The project of the prices, and the calls about its tabs. */
async function prices() {
  const { project, owner, call } = await writable(test, PRICES);
  const v1 = (path: string) => `/v1/${project.id}/${path}`;
  const get = (path: string, headers = {}) => call('GET', v1(path), { headers });
  const meta = async (path: string): Promise<RowsMeta> => (await get(path)).body.meta;
  const idOf = async (tab: string, at: number): Promise<string> => (await get(tab)).body.data[at]._id;
  const write = async (tab: string, at: number, row: object) => {
    const { status } = await call('PATCH', v1(`${tab}/${await idOf(tab, at)}`), { body: row });
    expect(status).toBe(200);
  };
  const ownersCall = async (url: string) => (await test.app.inject({ url, headers: owner.headers })).json();
  return { project, call, v1, get, meta, idOf, write, ownersCall };
}

it('responses of a tab without stale formulas do not mention them', async () => {
  const { meta } = await prices();
  for (const path of ['prices', 'prices?_values=formula', 'rate']) {
    expect(Object.keys(await meta(path))).toEqual(['total', 'count', 'limit', 'offset', 'revision']);
  }
});

it('after a write, every kind of response lists the stale columns', async () => {
  const { meta, get, idOf, write } = await prices();
  await write('prices', 1, { price: 25 });
  const [first, second, third] = await Promise.all([0, 1, 2].map((at) => idOf('prices', at)));
  expect(await meta('prices')).toMatchObject({ stale: ['total', 'sum'] });
  expect(await meta('prices?_fields=item,sum')).toMatchObject({ stale: ['sum'] });
  expect((await meta('prices?_fields=item,price')).stale).toBeUndefined();
  expect(await meta('prices?_group=item&_agg=sum:total')).toMatchObject({ stale: ['total', 'sum'] });
  expect(await meta(`prices?_single=1&item=Yirga`)).toMatchObject({ stale: ['total'] });
  const { body } = await get('prices?_values=formula');
  expect(body.data[1].total).toBe('=B3*C3*Rate!$B$2');
  expect(body.meta).toMatchObject({
    stale: ['total', 'sum'],
    staleRows: { [`${first}`]: ['sum'], [`${second}`]: ['total'] },
  });
  const rows = await Promise.all([first, second, third].map((id) => meta(`prices/${id}`)));
  expect(rows.map(({ stale }) => stale)).toEqual([['sum'], ['total'], undefined]);
});

it('a change of another tab gives responses new entity tags', async () => {
  const { get, idOf, write } = await prices();
  const id = await idOf('prices', 0);
  const before = await Promise.all(['prices', `prices/${id}`].map((path) => get(path)));
  await write('rate', 0, { rate: 3 });
  for (const [at, path] of ['prices', `prices/${id}`].entries()) {
    const again = await get(path, { 'if-none-match': String(before[at]?.headers.etag) });
    expect([again.status, again.body.meta.stale]).toEqual([200, ['total', 'sum']]);
    const same = await get(path, { 'if-none-match': String(again.headers.etag) });
    expect(same.status).toBe(304);
  }
  await write('rate', 0, { rate: 2 });
  const undone = await get('prices');
  expect(undone.body.meta.stale).toBeUndefined();
});

it('the entity tag of a stale row is valid for If-Match', async () => {
  const { get, call, v1, idOf, write } = await prices();
  await write('prices', 1, { price: 25 });
  const path = `prices/${await idOf('prices', 1)}`;
  const { headers } = await get(path);
  const changed = await call('PATCH', v1(path), { body: { price: 26 }, headers: { 'if-match': String(headers.etag) } });
  expect(changed.status).toBe(200);
});

it('removed and added rows make formulas stale too', async () => {
  const { meta, call, v1 } = await prices();
  await call('POST', v1('prices'), { body: { item: 'Guji', price: 30 } });
  expect(await meta('prices')).toMatchObject({ stale: ['sum'] });
});

it('the owner’s rows and the editor have the same stale cells', async () => {
  const { project, ownersCall, write } = await prices();
  await write('rate', 0, { rate: 3 });
  const sheetId = project.tabs.find(({ slug }) => slug === 'prices')?.sheetId ?? -1;
  const own = await ownersCall(apiPaths.projectTabRows(project.id, sheetId));
  expect(own.meta.stale).toEqual(['total', 'sum']);
  const stale = await ownersCall(apiPaths.driveStale(project.sheetId));
  expect(stale.tabs.map((tab: { sheetId: number }) => tab.sheetId)).toEqual([sheetId]);
});
