import { jsonOf } from '../client';
import { PLACES, sample } from '../places';
import type { Scenario } from '../stage';
import { done, keyOf, type MadeProject, publicProject, settled, signedUp, uploaded } from '../visitor';

interface Answered {
  readonly project: MadeProject;
}

/** A project, from its spreadsheet to its end. */
export const projects: Scenario = {
  name: 'projects',
  about: 'Projects: checked, made, changed, synced, moved to a new address, deleted and brought back.',
  async play(stage) {
    await stage.start();
    const ada = await signedUp(stage);
    const eve = await signedUp(stage, 'Eve');
    const places = await uploaded(stage, ada, PLACES);
    const world = await uploaded(stage, ada, sample('world-reference.xlsx'));
    const post = (title: string, path: string, json?: unknown, as = ada) =>
      stage.call(title, { method: 'POST', path, as, ...(json !== undefined && { json }) });

    stage.say('Before it is one');
    await stage.call('no projects yet', { path: '/api/projects', as: ada });
    await post('a check', '/api/projects/check', { sheetId: places });
    await post('a check of several tabs', '/api/projects/check', { sheetId: world });
    await post('somebody else’s spreadsheet', '/api/projects/check', { sheetId: places }, eve);
    await post('no spreadsheet', '/api/projects/check', { sheetId: 'tpd_aaaaaaaaaaaaaaaaaaaaaaaa' });
    await post('no id', '/api/projects/check', { sheetId: 'a b' });
    await post('nothing', '/api/projects/check', {});
    await post('too much', '/api/projects/check', { sheetId: places, more: 1 });

    stage.say('It becomes one');
    const made = jsonOf<Answered>(await post('a project', '/api/projects/sync', { sheetId: places })).project;
    const { id } = await settled(stage, ada, made.id);
    await post('a check of what is one', '/api/projects/check', { sheetId: places });
    await post('once more', '/api/projects/sync', { sheetId: places });
    await post('somebody else’s', '/api/projects/sync', { sheetId: places }, eve);
    const second = jsonOf<Answered>(await post('another one', '/api/projects/sync', { sheetId: world })).project;
    await settled(stage, ada, second.id);
    await stage.call('all of them', { path: '/api/projects', as: ada });
    await stage.call('one of them', { path: `/api/projects/${id}`, as: ada });
    await stage.call('somebody else’s', { path: `/api/projects/${id}`, as: eve });
    await stage.by({ as: ada }).remove('its spreadsheet cannot go', `/api/drive/spreadsheets/${places}`);
    await stage.call('its rows for the owner', { path: `/api/projects/${id}/tabs/0/rows?_limit=2`, as: ada });
    await stage.call('no such tab', { path: `/api/projects/${id}/tabs/7/rows`, as: ada });
    await stage.call('for nobody else', { path: `/api/projects/${id}/tabs/0/rows`, as: eve });
    await stage.call('the owner’s OpenAPI document', { path: `/api/projects/${id}/openapi.json`, as: ada });

    stage.say('Settings');
    const update = (title: string, json: unknown, of = id, as = ada) =>
      stage.call(title, { method: 'PUT', path: `/api/projects/${of}/update`, as, json });
    for (const [title, json] of refused) await update(title, json);
    await update('somebody else’s', { title: 'Mine' }, id, eve);
    await update('a title', { title: 'Cafés' });
    await update('public', { access: 'public' });
    await update('a refresh time', { refreshSeconds: 300 });
    await update('a key column', { tabs: [{ sheetId: 0, keyColumn: 'Name' }] });
    await stage.call('a row by its key', { path: `/v1/${id}/Places/Kaffa` });
    await update('a key column with duplicates', { tabs: [{ sheetId: 0, keyColumn: 'City' }] });
    await stage.call('a row by a key that several have', { path: `/v1/${id}/Places/Oslo` });
    await update('no key column', { tabs: [{ sheetId: 0, keyColumn: null }] });
    await update('a column’s type', { tabs: [{ sheetId: 0, columnTypes: { Founded: 'text' } }] });
    await stage.call('it is text now', { path: `/v1/${id}/Places?_fields=Founded&_limit=1` });
    await update('the type is found again', { tabs: [{ sheetId: 0, columnTypes: {} }] });
    await update('another header row', { tabs: [{ sheetId: 0, headerRow: 2 }] });
    await stage.call('with other keys', { path: `/v1/${id}/Places?_limit=1` });
    await update('the header row is found again', { tabs: [{ sheetId: 0, headerRow: null }] });
    await update('not published', { tabs: [{ sheetId: 0, published: false }] });
    await stage.call('there is nothing', { path: `/v1/${id}/Places` });
    await stage.call('and the project says so', { path: `/v1/${id}` });
    await update('published again', { tabs: [{ sheetId: 0, published: true }] });
    await update('paused', { paused: true });
    await stage.call('reads go on', { path: `/v1/${id}/Places?_limit=1` });
    const key = await keyOf(stage, ada, id);
    await stage.call('writes do not', { method: 'POST', path: `/v1/${id}/Places`, key, json: { Name: 'Fuglen' } });
    await post('nor syncs', `/api/projects/${id}/sync`);
    await update('and again', { paused: false });

    stage.say('Syncs');
    await post('a sync', `/api/projects/${id}/sync`);
    await post('a sync of somebody else’s', `/api/projects/${id}/sync`, undefined, eve);
    await settled(stage, ada, id);
    await stage.call('the history', { path: `/api/projects/${id}/syncs?limit=2`, as: ada });
    await stage.call('the history of somebody else’s', { path: `/api/projects/${id}/syncs`, as: eve });

    stage.say('Merged cells');
    const merged = await publicProject(stage, ada, sample('merge_cells.ods'));
    const tab = merged.tabs[0];
    const address = `/v1/${merged.id}/${encodeURIComponent(tab?.title ?? '')}`;
    await stage.call('the first has the value', { path: address });
    await update('each has it', { tabs: [{ sheetId: tab?.sheetId, repeatMerged: true }] }, merged.id);
    await stage.call('each has the value', { path: address });

    stage.say('A new address');
    const moved = jsonOf<Answered>(await post('moved', `/api/projects/${id}/new-address`)).project;
    await stage.call('the former one is no more', { path: `/v1/${id}/Places` });
    await stage.call('the new one', { path: `/v1/${moved.id}/Places?_limit=1` });
    await stage.call('the key goes with it', { path: `/v1/${moved.id}/Places?_limit=1`, key });

    stage.say('The end, and back');
    await stage.call('nobody else ends it', { method: 'DELETE', path: `/api/projects/${moved.id}`, as: eve });
    await stage.call('the end', { method: 'DELETE', path: `/api/projects/${moved.id}`, as: ada });
    await stage.call('its endpoints', { path: `/v1/${moved.id}/Places` });
    await stage.call('the project', { path: `/api/projects/${moved.id}`, as: ada });
    await post('undone', `/api/projects/${moved.id}/restore`);
    await stage.call('its endpoints again', { path: `/v1/${moved.id}/Places?_limit=1` });
    await post('nothing to undo', '/api/projects/aaaaaaaaaaaaaaaaaaaaaaaaaa/restore');
    await done(stage, { method: 'DELETE', path: `/api/projects/${moved.id}`, as: ada });
    await stage.call('the others', { path: '/api/projects?limit=1', as: ada });
  },
};

/** Changes that are refused. */
const refused: readonly (readonly [title: string, json: unknown])[] = [
  ['nothing', {}],
  ['no such setting', { color: 'red' }],
  ['a title that is none', { title: '' }],
  ['a refresh that is too quick', { refreshSeconds: 1 }],
  ['an access that is none', { access: 'secret' }],
  ['a tab that is none', { tabs: [{ sheetId: 99, published: true }] }],
  ['a key column that is none', { tabs: [{ sheetId: 0, keyColumn: 'Nothing' }] }],
  ['a type that is none', { tabs: [{ sheetId: 0, columnTypes: { Name: 'colour' } }] }],
  ['a column that is none', { tabs: [{ sheetId: 0, columnTypes: { Nothing: 'text' } }] }],
  ['a header row beyond the sheet', { tabs: [{ sheetId: 0, headerRow: 900 }] }],
];
