import type { Fault } from '../../fixtures/google/faults';
import { TEA_TABS } from '../../fixtures/google/googleWorld';
import { jsonOf } from '../client';
import { googleId, startBeside, withGoogle } from '../googleStage';
import type { Scenario } from '../stage';
import { change, type MadeProject, settled, signedUp, until } from '../visitor';

const SHEET = googleId('Tea-house');

/** Errors of Google instead of a spreadsheet. */
const faults: readonly (readonly [title: string, fault: Fault])[] = [
  ['Google fails', { status: 500 }],
  ['Google says nothing', 'cut'],
];

/** Sheets of Google that are shared by link. */
export const googleLink: Scenario = {
  name: 'google-link',
  about: 'A Google sheet that is shared by link: read, refreshed, changed, and taken away.',
  play: (stage) =>
    withGoogle(stage, async (google) => {
      const { world } = google;
      world.add('Tea house', TEA_TABS, { id: SHEET });
      await startBeside(stage, google);
      const ada = await signedUp(stage);
      const post = (title: string, path: string, json?: unknown) =>
        stage.call(title, { method: 'POST', path, as: ada, ...(json !== undefined && { json }) });
      const check = (title: string, sheetId = SHEET) => post(title, '/api/projects/check', { sheetId });

      stage.say('Before it is a project');
      await check('a check');
      await check('none', googleId('Nothing'));
      world.add('Private', TEA_TABS, { id: googleId('Private'), sharing: 'private' });
      await check('a private one', googleId('Private'));
      world.add('Not to be downloaded', TEA_TABS, { id: googleId('No-downloads'), sharing: 'noDownloads' });
      await check('one that cannot be downloaded', googleId('No-downloads'));
      world.add('A document', TEA_TABS, { id: googleId('Document'), isSpreadsheet: false });
      await check('no spreadsheet', googleId('Document'));
      world.add('Empty', [{ gid: 0, title: 'Empty', cells: [] }], { id: googleId('Empty') });
      await check('an empty one', googleId('Empty'));
      await check('a published page', '2PACX-1vQ');
      for (const [title, fault] of faults) {
        google.faults.always(fault);
        await check(title);
        google.faults.clear();
      }

      stage.say('A project');
      const { project } = jsonOf<{ project: MadeProject }>(
        await post('it is made', '/api/projects/sync', { sheetId: SHEET }),
      );
      const { id } = await settled(stage, ada, project.id);
      await change(stage, ada, id, { refreshSeconds: 86_400 });
      await stage.call('the project', { path: `/api/projects/${id}`, as: ada });
      await stage.call('what anybody sees', { path: `/v1/${id}` });
      await stage.call('rows', { path: `/v1/${id}/Teas` });
      await stage.call('times', { path: `/v1/${id}/Opening%20hours?_values=text` });
      await stage.call('it cannot be written', {
        method: 'PATCH',
        path: `/v1/${id}/Teas?name=Assam`,
        json: { price: 1 },
      });

      stage.say('Changes');
      world.edit(SHEET, ({ tabs: [teas] }) => void teas?.cells.push(['Mate', 3, true, null, '02001']));
      await post('synced at once', `/api/projects/${id}/sync`);
      await settled(stage, ada, id);
      await stage.call('another row', { path: `/v1/${id}/Teas` });
      world.edit(SHEET, ({ tabs: [teas] }) => void (teas!.cells[1]![1] = 5));
      await change(stage, ada, id, { refreshSeconds: 5 });
      await until(
        async () => (await stage.ask({ path: `/v1/${id}/Teas?name=Assam&_fields=price` })).body.toString(),
        (body) => body.includes('"price":5'),
      );
      await change(stage, ada, id, { refreshSeconds: 86_400 });
      await stage.call('refreshed by its readers', { path: `/v1/${id}/Teas?_limit=2` });
      world.edit(SHEET, ({ tabs }) => void (tabs[0]!.title = 'Fine teas'));
      await post('a tab with another title', `/api/projects/${id}/sync`);
      await settled(stage, ada, id);
      await stage.call('the former address', { path: `/v1/${id}/Teas?_limit=1` });
      world.edit(SHEET, ({ tabs }) => void tabs.splice(1, 1));
      await post('a tab that is gone', `/api/projects/${id}/sync`);
      await settled(stage, ada, id);
      await stage.call('its address', { path: `/v1/${id}/Opening%20hours` });

      stage.say('Taken away');
      world.share(SHEET, 'private');
      await post('private', `/api/projects/${id}/sync`);
      await settled(stage, ada, id);
      await stage.call('the last good copy', { path: `/v1/${id}/Teas?_limit=1` });
      await stage.call('the project', { path: `/api/projects/${id}`, as: ada });
      world.share(SHEET, 'link');
      world.trash(SHEET);
      await post('in the trash', `/api/projects/${id}/sync`);
      await settled(stage, ada, id);
      world.trash(SHEET, false);
      await post('all is well', `/api/projects/${id}/sync`);
      await settled(stage, ada, id);
      await stage.call('rows', { path: `/v1/${id}/Teas?_limit=1` });
      google.faults.always({ status: 429, headers: { 'retry-after': '30' } });
      await post('Google asks for a pause', `/api/projects/${id}/sync`);
      await settled(stage, ada, id);
      await check('and nobody is asked meanwhile', googleId('Nothing'));
      await stage.call('the history', { path: `/api/projects/${id}/syncs`, as: ada });
      await stage.call('rows', { path: `/v1/${id}/Teas?_limit=1` });
    }),
};
