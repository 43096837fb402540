import type { GridRowsAnswer } from '../../../../src/contract/driveGrid';
import { apiPaths } from '../../../../src/contract/paths';
import type { Project } from '../../../../src/contract/projects';
import { type KeyScope, keyScopes } from '../../../../src/contract/scopes';
import type { TestApp } from '../../../fixtures/apps';
import { createdProject, type SentFile } from '../../../fixtures/driveFiles';
import { newAddress, type SignedIn } from '../../../fixtures/people';

/** Three places to drink coffee, in columns of every type. */
export const CAFES: SentFile = {
  name: 'Cafés.csv',
  bytes: [
    'Name,City,Founded,Rating,Open,Since,Seen,At,Code,Note',
    'Kaffa,Oslo,2009,4.5,TRUE,2009-04-01,2009-04-01T12:30:00,07:30,007,',
    'Bønne,Oslo,2011,3.1,FALSE,2011-01-02,2011-01-02T00:00:00,08:00,008,',
    'Prufrock,London,2011,4.2,TRUE,2011-02-01,2011-02-01T01:01:01,09:15,009,',
    '',
  ].join('\n'),
};

export interface CallOptions {
  readonly body?: object | string;
  readonly type?: string;
  readonly headers?: Record<string, string>;
  /** Secret of the key; the key with all scopes by default, no key if null. */
  readonly key?: string | null;
}

/** A project, whose first endpoint is called with a key that can do everything. */
export async function writableProject(test: TestApp, owner: SignedIn, project: Project) {
  const makeKey = (scopes: readonly KeyScope[], more: object = {}) => newKey(test, owner, project, scopes, more);
  const full = await makeKey(keyScopes);
  const [tab] = project.tabs;
  const base = `/v1/${project.id}/${encodeURIComponent(tab?.slug ?? '')}`;

  async function call(method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE', path = '', options: CallOptions = {}) {
    const { body, type, headers = {}, key = full } = options;
    const response = await test.app.inject({
      method,
      url: path.startsWith('/v1') ? path : base + path,
      headers: {
        ...(body !== undefined && { 'content-type': type ?? 'application/json' }),
        ...(key !== null && { authorization: `Bearer ${key}` }),
        ...headers,
      },
      remoteAddress: newAddress(),
      payload: typeof body === 'object' ? JSON.stringify(body) : body,
    });
    const text = response.body;
    return { status: response.statusCode, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) };
  }

  const rows = async (query = '') =>
    (await call('GET', `?_limit=10000${query}`)).body.data as Record<string, unknown>[];

  const sync = async () => {
    const url = `/api/projects/${project.id}/sync`;
    const response = await test.app.inject({ method: 'POST', url, headers: owner.headers });
    if (response.statusCode !== 200) throw new Error(`Syncing: ${response.statusCode} ${response.body}`);
    return response.json<{ project: Project }>().project;
  };

  const update = async (change: object) => {
    const url = apiPaths.projectUpdate(project.id);
    const response = await test.app.inject({ method: 'PUT', url, headers: owner.headers, payload: change });
    if (response.statusCode !== 200) throw new Error(`Updating: ${response.statusCode} ${response.body}`);
    return response.json<{ project: Project }>().project;
  };

  /** Edits the sheet in the editor. */
  const editSheet = async (edit: object) => {
    const sheetId = tab?.sheetId ?? 0;
    const grid = await test.app.inject({
      url: apiPaths.driveTabRows(project.sheetId, sheetId),
      headers: owner.headers,
    });
    const { revision } = grid.json<GridRowsAnswer>().tab;
    const url = apiPaths.driveTab(project.sheetId, sheetId);
    const payload = { revision, ...edit };
    const response = await test.app.inject({ method: 'PATCH', url, headers: owner.headers, payload });
    if (response.statusCode !== 200) throw new Error(`Editing: ${response.statusCode} ${response.body}`);
  };

  const tabs = test.db.selectFrom('project_tabs').select('id').where('project_id', '=', project.id);
  const { id: tabId } = await tabs.executeTakeFirstOrThrow();
  const { reading, records } = test.services;
  /** Evicts the rows from memory: the next read comes from disk. */
  const reload = () => reading.tabs.evict(tabId);
  /** Folds the log, as the server does when it is long. */
  const fold = () => records.compaction.fold(tabId);

  return {
    owner,
    project,
    key: full,
    sheetId: tab?.sheetId ?? 0,
    tabId,
    base,
    makeKey,
    call,
    rows,
    sync,
    update,
    editSheet,
    reload,
    fold,
  };
}

export type Writable = Awaited<ReturnType<typeof writableProject>>;

/** A project of a spreadsheet of the drive, with a key that can do everything. */
export async function writable(test: TestApp, file: SentFile = CAFES, who?: SignedIn): Promise<Writable> {
  const owner = who ?? (await test.signUp());
  return writableProject(test, owner, await createdProject(test, owner, file));
}

async function newKey(test: TestApp, who: SignedIn, project: Project, scopes: readonly KeyScope[], more: object) {
  const response = await test.app.inject({
    method: 'POST',
    url: `/api/projects/${project.id}/keys`,
    headers: who.headers,
    payload: { name: 'A key', kind: 'secret', scopes, ...more },
  });
  if (response.statusCode !== 201) throw new Error(`Making a key: ${response.statusCode} ${response.body}`);
  return response.json<{ secret: string }>().secret;
}
