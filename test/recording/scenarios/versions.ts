import { PLACES, sample, withRows } from '../places';
import type { Scenario } from '../stage';
import { change, done, keyOf, projectOf, signedUp, uploaded } from '../visitor';

/** The same spreadsheet, uploaded again and again. */
export const versions: Scenario = {
  name: 'versions',
  about: 'Another version of a spreadsheet: what it changes, what stays, and the way back.',
  async play(stage) {
    await stage.start();
    const ada = await signedUp(stage);
    const eve = await signedUp(stage, 'Eve');
    const sheet = await uploaded(stage, ada, PLACES);
    const { id } = await projectOf(stage, ada, sheet);
    await change(stage, ada, id, { access: 'public' });
    const key = await keyOf(stage, ada, id);
    const all = `/api/drive/spreadsheets/${sheet}/versions`;
    const rows = (title: string) => stage.call(title, { path: `/v1/${id}/Places` });
    const post = { method: 'POST', as: ada };
    const second = withRows(PLACES, [
      'Prufrock,Paris,2011,TRUE,4,2011-02-01,moved',
      'Tim Wendelboe,Oslo,2007,TRUE,5,2007-06-01,',
    ]);

    await stage.call('the first', { path: all, as: ada });
    await rows('its rows');
    await done(stage, { method: 'POST', path: `/v1/${id}/Places`, key, json: { Name: 'By the API', City: 'Rome' } });

    stage.say('What it would change');
    await stage.call('other rows', { ...post, path: `${all}?dry_run=1`, file: second });
    await stage.call('without those of the API', { ...post, path: `${all}?dry_run=1&drop_api_rows=1`, file: second });
    await stage.call('the same', { ...post, path: `${all}?dry_run=1`, file: PLACES });
    await stage.call('other columns', {
      ...post,
      path: `${all}?dry_run=1`,
      file: { name: 'Places.csv', bytes: 'Name,Town\nKaffa,Oslo\n' },
    });
    await stage.call('a workbook of other tabs', {
      ...post,
      path: `${all}?dry_run=1`,
      file: sample('mixed_sheets.xlsx'),
    });
    await stage.call('no workbook', { ...post, path: `${all}?dry_run=1`, file: { name: 'a.png', bytes: 'x' } });
    await stage.call('a parameter', { ...post, path: `${all}?dry_run=2`, file: second });
    await rows('nothing has changed');

    stage.say('Another version');
    await stage.call('by somebody else', { ...post, as: eve, path: all, file: second });
    await stage.call('by its owner', { ...post, path: all, file: second });
    await rows('rows that are the same keep their ids');
    await stage.call('a row is written', { method: 'POST', path: `/v1/${id}/Places`, key, json: { Name: 'Later' } });
    await stage.call('both', { path: all, as: ada });
    await stage.call('the file of the first', { path: `${all}/1/file`, as: ada });
    await stage.call('a file of none', { path: `${all}/7/file`, as: ada });
    await stage.call('the file of somebody else', { path: `${all}/1/file`, as: eve });

    stage.say('The way back');
    await stage.call('the first again', { ...post, path: `${all}/1/restore` });
    await rows('its rows again');
    await stage.call('without those of the API', { ...post, path: `${all}/2/restore?drop_api_rows=1` });
    await rows('those of the second');
    await stage.call('none', { ...post, path: `${all}/99/restore` });
    await stage.call('no number', { ...post, path: `${all}/x/restore` });
    await stage.call('all of them', { path: all, as: ada });
    await stage.call('the history of syncs', { path: `/api/projects/${id}/syncs`, as: ada });

    stage.say('Another workbook');
    await stage.call('with other tabs', { ...post, path: all, file: sample('mixed_sheets.xlsx') });
    await stage.call('the project', { path: `/v1/${id}` });
    await rows('the former tab');
  },
};
