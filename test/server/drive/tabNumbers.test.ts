import type { Project } from '../../../src/contract/projects';
import { apiPaths } from '../../../src/contract/paths';
import { buildTestApp } from '../../fixtures/apps';
import { beforeTests } from '../../fixtures/beforeTests';
import { madeWorkbook, type SentFile, uploaded, uploadVersion } from '../../fixtures/driveFiles';
import { type Writable, writable } from '../endpoints/write/writing';

const test = beforeTests(() => buildTestApp());

const BEANS = { title: 'beans', cells: [['name'], ['Kaffa']] };
const ORDERS = { title: 'orders', cells: [['order'], ['00501']] };
const BOTH = madeWorkbook([BEANS, ORDERS]);

/** The calls that change which tabs a spreadsheet has. */
function tabsOf({ owner, project: { id, sheetId } }: Writable) {
  const ask = async <T>(method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object) => {
    const response = await test.app.inject({ method, url, headers: owner.headers, payload });
    expect(response.statusCode).toBeLessThan(300);
    return response.json<T>();
  };
  return {
    add: (wish: object) => ask<{ sheetId: number }>('POST', apiPaths.driveTabs(sheetId), wish),
    remove: (tab: number) => ask<{ removed: string }>('DELETE', apiPaths.driveTab(sheetId, tab)),
    restore: (version: number) => ask('POST', apiPaths.driveVersionRestore(sheetId, version)),
    upload: async (file: SentFile) => {
      expect((await uploadVersion(test, owner, sheetId, file)).statusCode).toBe(201);
    },
    /** Downloads the workbook. */
    exported: async (): Promise<SentFile> => {
      const url = apiPaths.driveExport(sheetId);
      const { rawPayload } = await test.app.inject({ method: 'GET', url, headers: owner.headers });
      return { name: 'exported.xlsx', bytes: rawPayload };
    },
    trashProject: () => test.app.inject({ method: 'DELETE', url: apiPaths.project(id), headers: owner.headers }),
    restoreProject: () => ask('POST', apiPaths.projectRestore(id)),
    endpoints: async () =>
      (await ask<{ project: Project }>('GET', apiPaths.project(id))).project.tabs.map((tab) => [tab.title, tab.slug]),
    idOf: async (title: string) =>
      (
        await test.db
          .selectFrom('project_tabs')
          .select('id')
          .where('project_id', '=', id)
          .where('title', '=', title)
          .executeTakeFirstOrThrow()
      ).id,
  };
}

const numberOf = ({ project }: Writable, title: string) =>
  project.tabs.find((tab) => tab.title === title)?.sheetId ?? NaN;

it('a new tab does not get the number of a tab in a former version, whose endpoint it would become', async () => {
  const made = await writable(test, BOTH);
  const tabs = tabsOf(made);
  const orders = numberOf(made, 'orders');
  await tabs.upload(BOTH);
  await tabs.remove(orders);
  const { sheetId } = await tabs.add({ title: 'cups' });
  expect(sheetId).toBeGreaterThan(orders);
  const [ofOrders, ofCups] = [await tabs.idOf('orders'), await tabs.idOf('cups')];
  await tabs.restore(1);
  expect(await tabs.endpoints()).toEqual([
    ['beans', 'beans'],
    ['orders', 'orders'],
  ]);
  expect([await tabs.idOf('orders'), await tabs.idOf('cups')]).toEqual([ofOrders, ofCups]);
});

it('a new tab does not get the number of a removed one, which comes back with it', async () => {
  const made = await writable(test, BOTH);
  const tabs = tabsOf(made);
  const orders = numberOf(made, 'orders');
  const { removed } = await tabs.remove(orders);
  expect((await tabs.add({ title: 'cups' })).sheetId).toBeGreaterThan(orders);
  await tabs.upload(madeWorkbook([BEANS]));
  expect((await tabs.add({ title: 'pots' })).sheetId).toBeGreaterThan(orders + 1);
  expect(await tabs.add({ restore: removed })).toEqual({ sheetId: orders });
  const ofOrders = await tabs.idOf('orders');
  await tabs.restore(1);
  expect(await tabs.endpoints()).toEqual([
    ['beans', 'beans'],
    ['cups', 'cups'],
  ]);
  expect(await tabs.idOf('orders')).toBe(ofOrders);
});

it('a new tab does not get the number of a removed one without a project either', async () => {
  const who = await test.signUp();
  const { id } = await uploaded(test, who, BOTH);
  const call = (method: 'POST' | 'DELETE', url: string, payload?: object) =>
    test.app.inject({ method, url, headers: who.headers, payload });
  const { sheetId } = (await call('POST', apiPaths.driveTabs(id), {})).json<{ sheetId: number }>();
  await call('DELETE', apiPaths.driveTab(id, sheetId));
  const { sheetId: next } = (await call('POST', apiPaths.driveTabs(id), {})).json<{ sheetId: number }>();
  expect(next).toBeGreaterThan(sheetId);
});

it('a new tab does not get the number of an endpoint whose project is in the trash', async () => {
  const made = await writable(test, BOTH);
  const tabs = tabsOf(made);
  const ofOrders = await tabs.idOf('orders');
  await tabs.trashProject();
  await tabs.remove(numberOf(made, 'orders'));
  await tabs.upload(madeWorkbook([BEANS, { title: 'cups', cells: [['size'], [3]] }]));
  await tabs.restoreProject();
  expect(await tabs.idOf('cups')).not.toBe(ofOrders);
});

it('a restored tab gets a new number if a restored version has its own', async () => {
  const made = await writable(test, BOTH);
  const tabs = tabsOf(made);
  const orders = numberOf(made, 'orders');
  await tabs.upload(BOTH);
  const { removed } = await tabs.remove(orders);
  await tabs.restore(1);
  expect((await tabs.add({ restore: removed, title: 'others' })).sheetId).toBeGreaterThan(orders);
});

it('a tab of a former version comes back with its own number', async () => {
  const made = await writable(test, BOTH);
  const tabs = tabsOf(made);
  const orders = numberOf(made, 'orders');
  await tabs.upload(BOTH);
  const { removed } = await tabs.remove(orders);
  expect(await tabs.add({ restore: removed })).toEqual({ sheetId: orders });
});

/** Returns the title of each endpoint with the id of its first row. */
async function identities(made: Writable, titles: readonly string[]) {
  const tabs = tabsOf(made);
  const all = titles.map(async (title) => {
    const { body } = await made.call('GET', `/v1/${made.project.id}/${title}`);
    return [title, await tabs.idOf(title), body.data[0]?._id];
  });
  return Promise.all(all);
}

describe('a workbook that is downloaded and uploaded again', () => {
  it('keeps its endpoints, wherever a tab was added', async () => {
    const made = await writable(test, BOTH);
    const tabs = tabsOf(made);
    await tabs.add({ title: 'cups', position: 0 });
    const before = await identities(made, ['beans', 'orders']);
    const cups = await tabs.idOf('cups');
    await tabs.upload(await tabs.exported());
    expect(await identities(made, ['beans', 'orders'])).toEqual(before);
    expect(await tabs.idOf('cups')).toBe(cups);
  });
});

it('a new sheet of a file does not replace an added tab that has the same number', async () => {
  const made = await writable(test, BOTH);
  const tabs = tabsOf(made);
  const { sheetId } = await tabs.add({ title: 'cups' });
  const cups = await tabs.idOf('cups');
  const budget = { title: 'budget', sheetId, cells: [['year'], [2026]] };
  await tabs.upload(madeWorkbook([{ ...BEANS, sheetId: 1 }, { ...ORDERS, sheetId: 2 }, budget]));
  expect(await tabs.idOf('budget')).not.toBe(cups);
  expect((await tabs.endpoints()).map(([title]) => title)).toEqual(['beans', 'orders', 'budget']);
});
