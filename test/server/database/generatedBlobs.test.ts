import { randomInt } from 'node:crypto';
import { apiPaths } from '../../../src/contract/paths';
import { keyScopes } from '../../../src/contract/scopes';
import { readBlob } from '../../../src/server/database/blobs';
import { blobHolders } from '../../../src/server/database/triggers';
import { sql } from 'kysely';
import { shrinkFormer, removeExpired } from '../../../src/server/store/log/history';
import { buildTestApp, type TestApp } from '../../fixtures/apps';
import { beforeTests } from '../../fixtures/beforeTests';
import { collectedBlobs } from '../../fixtures/collectedBlobs';
import { madeWorkbook, multipartOf, uploaded } from '../../fixtures/driveFiles';
import { newAddress, type SignedIn } from '../../fixtures/people';
import { runs } from '../../fixtures/runs';

const server = beforeTests(() => buildTestApp());

const DAY = 24 * 60 * 60 * 1000;

/** Random actions of a person on spreadsheets and projects. */
class Walk {
  readonly done: string[] = [];
  readonly #removed: { readonly id: string; readonly removed: string }[] = [];
  readonly #keys = new Map<string, string>();
  #names = 0;

  constructor(
    readonly server: TestApp,
    readonly who: SignedIn,
  ) {}

  readonly #file = () => {
    const name = () => `${'abc'.repeat(40)} ${(this.#names += 1)}`;
    const rows = () => Array.from({ length: 1 + randomInt(40) }, (_, n) => [name(), n]);
    const tab = (title: string, sheetId: number) => ({ title, sheetId, cells: [['name', 'n'], ...rows()] });
    return madeWorkbook([tab('beans', 3), ...(randomInt(3) === 0 ? [] : [tab('orders', 5)])]);
  };

  async call(method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE', url: string, payload?: object, headers = {}) {
    const response = await this.server.app.inject({
      ...{ method, url, payload, remoteAddress: newAddress() },
      headers: { ...this.who.headers, ...headers },
    });
    if (response.statusCode >= 500) throw new Error(`${method} ${url}: ${response.statusCode} ${response.body}`);
    this.done.push(`${method} ${url} ${response.statusCode}`);
    return { status: response.statusCode, body: response.body === '' ? undefined : response.json() };
  }

  spreadsheets(isThere = true) {
    const own = this.server.db.selectFrom('drive_spreadsheets').select('id').where('owner_id', '=', this.who.person.id);
    return own.where('deleted_at', isThere ? 'is' : 'is not', null).execute();
  }

  projects(isThere = true) {
    const own = this.server.db.selectFrom('projects').selectAll().where('owner_id', '=', this.who.person.id);
    return own.where('deleted_at', isThere ? 'is' : 'is not', null).execute();
  }

  tabs(isPublished = true) {
    return this.server.db
      .selectFrom('project_tabs as tab')
      .innerJoin('projects as project', 'project.id', 'tab.project_id')
      .select(['tab.id', 'tab.sheet_id', 'tab.slug', 'project.id as project', 'project.sheet_id as spreadsheet'])
      .where('owner_id', '=', this.who.person.id)
      .where('deleted_at', 'is', null)
      .where('gone_at', isPublished ? 'is' : 'is not', null)
      .orderBy('tab.id')
      .execute();
  }

  async #keyOf(project: string) {
    const known = this.#keys.get(project);
    if (known !== undefined) return known;
    const body = { name: 'A key', kind: 'secret', scopes: keyScopes };
    const { secret } = (await this.call('POST', apiPaths.projectKeys(project), body)).body;
    this.#keys.set(project, secret);
    return secret as string;
  }

  /** Runs an action on one of them, if there is one. */
  async #one<T>(some: Promise<readonly T[]>, work: (one: T) => Promise<unknown>) {
    const all = await some;
    const one = all[all.length === 0 ? 0 : randomInt(all.length)];
    if (one !== undefined) await work(one);
  }

  readonly #steps: readonly (() => Promise<unknown>)[] = [
    () => uploaded(this.server, this.who, this.#file()),
    () => this.#one(this.spreadsheets(), ({ id }) => this.call('POST', apiPaths.projectsSync, { sheetId: id })),
    () => this.#one(this.projects(), ({ id }) => this.call('POST', apiPaths.projectSyncNow(id))),
    () => this.#one(this.projects(), ({ id }) => this.call('POST', apiPaths.projectNewAddress(id))),
    () => this.#one(this.projects(), ({ id }) => this.call('DELETE', apiPaths.project(id))),
    () => this.#one(this.projects(false), ({ id }) => this.call('POST', apiPaths.projectRestore(id))),
    () => this.#one(this.projects(false), ({ id }) => this.call('POST', apiPaths.projectRestore(id))),
    () => this.#one(this.projects(false), ({ id }) => this.call('DELETE', `${apiPaths.project(id)}?permanently=1`)),
    () => this.#one(this.spreadsheets(), ({ id }) => this.call('DELETE', apiPaths.driveSpreadsheet(id))),
    () => this.#one(this.spreadsheets(false), ({ id }) => this.call('POST', apiPaths.driveRestore(id))),
    () => this.#one(this.spreadsheets(false), ({ id }) => this.call('POST', apiPaths.driveRestore(id))),
    () =>
      this.#one(this.spreadsheets(false), ({ id }) =>
        this.call('DELETE', `${apiPaths.driveSpreadsheet(id)}?permanently=1`),
      ),
    ...Array.from({ length: 3 }, () => () => this.#one(this.tabs(), (tab) => this.#write(tab))),
    () => this.#one(this.tabs(), (tab) => this.#settings(tab)),
    () => this.#one(this.tabs(), (tab) => this.#edit(tab)),
    () => this.#one(this.tabs(), (tab) => this.#removeTab(tab)),
    () =>
      this.#one(Promise.resolve(this.#removed), ({ id, removed }) =>
        this.call('POST', apiPaths.driveTabs(id), { restore: removed }),
      ),
    ...Array.from({ length: 2 }, () => () => this.#one(this.spreadsheets(), ({ id }) => this.#upload(id))),
    () =>
      this.#one(this.spreadsheets(), ({ id }) => this.call('POST', apiPaths.driveVersionRestore(id, 1 + randomInt(4)))),
    () => this.shrinkFormer(),
    () => removeExpired(this.#history, new AbortController().signal, Date.now() + 400 * DAY),
  ];

  get #history() {
    const { db, services } = this.server;
    const report = (error: unknown) => {
      throw error;
    };
    return { db, workers: services.workers, retention: { days: 30, revisions: 2 }, report };
  }

  async shrinkFormer() {
    this.done.push('small');
    await shrinkFormer(this.#history, new AbortController().signal, Date.now() + DAY);
  }

  async #write({ id, project, slug }: { id: string; project: string; slug: string }) {
    const key = await this.#keyOf(project);
    const url = `/v1/${project}/${slug}`;
    await this.call('POST', url, { name: 'written', n: 7 }, { authorization: `Bearer ${key}` });
    if (randomInt(2) === 0) await this.server.services.records.compaction.fold(id);
  }

  #settings({ project, sheet_id }: { project: string; sheet_id: number }) {
    const n = (['text', 'number'] as const)[randomInt(2)];
    const tabs = [{ sheetId: sheet_id, columnTypes: { n } }];
    return this.call('PUT', apiPaths.projectUpdate(project), { tabs });
  }

  async #edit({ spreadsheet, sheet_id }: { spreadsheet: string; sheet_id: number }) {
    const { status, body } = await this.call('GET', apiPaths.driveTabRows(spreadsheet, sheet_id));
    // A project keeps its rows if its spreadsheet, or the sheet, is deleted permanently.
    if (status === 404) return;
    const edits = [{ row: 2, column: 1, value: `typed ${(this.#names += 1)}` }];
    const change = randomInt(2) === 0 ? { edits } : { operation: { kind: 'insertRows', at: 2, count: 1 } };
    await this.call('PATCH', apiPaths.driveTab(spreadsheet, sheet_id), { revision: body.tab.revision, ...change });
  }

  async #removeTab({ spreadsheet, sheet_id }: { spreadsheet: string; sheet_id: number }) {
    const { status, body } = await this.call('DELETE', apiPaths.driveTab(spreadsheet, sheet_id));
    if (status === 200) this.#removed.push({ id: spreadsheet, removed: body.removed });
  }

  async #upload(id: string) {
    const { headers, payload } = multipartOf(this.#file());
    await this.call('POST', apiPaths.driveVersions(id), payload, headers);
  }

  async step() {
    await this.#steps[randomInt(this.#steps.length)]?.();
  }

  /** Reads the response of every endpoint without the cache. */
  async answers() {
    const answers: unknown[] = [];
    for (const { id, project, sheet_id } of await this.tabs()) {
      this.server.services.reading.tabs.evict(id);
      const { status, body } = await this.call('GET', apiPaths.projectTabRows(project, sheet_id));
      answers.push([id, status, body.data]);
    }
    return answers;
  }
}

/** Returns the ids of the blobs that rows refer to. */
async function heldBlobs(): Promise<string[]> {
  const columns = Object.entries(blobHolders).flatMap(([table, names]) => names.map((name) => [table, name] as const));
  const held = columns.map(
    ([table, name]) => sql`select ${sql.ref(name)} as id from ${sql.table(table)} where ${sql.ref(name)} is not null`,
  );
  const { rows } = await sql<{ id: string }>`${sql.join(held, sql` union `)}`.execute(server.db);
  return rows.map(({ id }) => id);
}

/** Finds every column that holds ids of blobs, with its table. */
async function columnsOfBlobs(): Promise<string[]> {
  const found: string[] = [];
  for (const { name: table, columns } of await server.db.introspection.getTables()) {
    for (const { name, dataType } of columns) {
      if (table.startsWith('blob') || dataType.toLowerCase() !== 'text') continue;
      const ids = sql`select 1 from ${sql.table(table)} where ${sql.ref(name)} in (select id from blobs) limit 1`;
      if ((await ids.execute(server.db)).rows.length > 0) found.push(`${table}.${name}`);
    }
  }
  return found;
}

const holders = Object.entries(blobHolders).flatMap(([table, names]) => names.map((name) => `${table}.${name}`));

test('after any actions on spreadsheets and projects, exactly the blobs in use are kept', async () => {
  const walk = new Walk(server, await server.signUp());
  for (let round = 0; round < runs(4); round += 1) {
    for (let n = 0; n < 12; n += 1) await walk.step();
    const before = await walk.answers();
    const left = await collectedBlobs(server.db);
    const { done } = walk;
    expect({ done, left: left.toSorted() }).toEqual({ done, left: (await heldBlobs()).toSorted() });
    for (const id of left) await readBlob(server.db, id);
    expect({ done, answers: await walk.answers() }).toEqual({ done, answers: before });
  }
  expect(holders).toEqual(expect.arrayContaining(await columnsOfBlobs()));
});
