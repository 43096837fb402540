import { jsonOf } from '../client';
import { PLACES, sample } from '../places';
import type { Scenario } from '../stage';
import { change as update, keyOf, projectOf, signedUp, uploaded } from '../visitor';

/** The grid of the drive, as its page edits it. */
export const grid: Scenario = {
  name: 'grid',
  about: 'Cells, rows, columns and tabs of a spreadsheet in the drive, and what its endpoint makes of them.',
  async play(stage) {
    await stage.start();
    const ada = await signedUp(stage);
    const eve = await signedUp(stage, 'Eve');
    const sheet = await uploaded(stage, ada, PLACES);
    const { id } = await projectOf(stage, ada, sheet);
    await update(stage, ada, id, { access: 'public' });
    const tabs = `/api/drive/spreadsheets/${sheet}/tabs`;
    const endpoint = (title: string) => stage.call(title, { path: `/v1/${id}/Places` });
    const change = (title: string, json: unknown, as = ada) =>
      stage.call(title, { method: 'PATCH', path: `${tabs}/0`, as, json });
    const revision = async () =>
      jsonOf<{ tab: { revision: number } }>(await stage.ask({ path: `${tabs}/0/rows?limit=0`, as: ada })).tab.revision;
    const edits = async (title: string, ...cells: object[]) =>
      change(title, { revision: await revision(), edits: cells });
    const operation = async (title: string, what: object) =>
      change(title, { revision: await revision(), operation: what });

    stage.say('Rows');
    await stage.call('all', { path: `${tabs}/0/rows`, as: ada });
    await stage.call('some', { path: `${tabs}/0/rows?from=3&limit=2`, as: ada });
    await stage.call('too many', { path: `${tabs}/0/rows?limit=501`, as: ada });
    await stage.call('another parameter', { path: `${tabs}/0/rows?to=3`, as: ada });
    await stage.call('of no tab', { path: `${tabs}/7/rows`, as: ada });
    await stage.call('by somebody else', { path: `${tabs}/0/rows`, as: eve });

    stage.say('Cells');
    await edits('a text', { row: 2, column: 1, value: 'Kaffe' });
    await edits(
      'as typed',
      { row: 2, column: 3, value: '2010' },
      { row: 2, column: 4, value: 'FALSE' },
      { row: 2, column: 6, value: '2010-04-01' },
    );
    await edits('a text that looks like a number', { row: 2, column: 7, value: "'00501" });
    await edits('exactly this', { row: 3, column: 7, cell: { kind: 'date', value: '2024-02-29' } });
    await edits('a formula', { row: 3, column: 5, value: '=1+1' });
    await edits('a blank', { row: 3, column: 7, value: '' });
    await edits('below and beside', { row: 9, column: 9, value: 'far' });
    await edits('a header', { row: 1, column: 2, value: 'Town' });
    await endpoint('the endpoint');
    await edits('what stands there', { row: 2, column: 1, value: 'Kaffa', before: 'Kaffe' });
    await edits('what does not stand there', { row: 2, column: 1, value: 'X', before: 'Y' });
    await change('an older revision', { revision: 0, edits: [{ row: 2, column: 1, value: 'X' }] });
    await edits('no cell', { row: 0, column: 1, value: 'X' });
    await edits('neither value nor cell', { row: 2, column: 1 });
    await edits('too long', { row: 2, column: 1, value: 'x'.repeat(50_001) });
    await change('nothing', {});
    await change('by somebody else', { revision: 0, edits: [{ row: 2, column: 1, value: 'X' }] }, eve);

    stage.say('Rows and columns');
    await operation('rows are inserted', { kind: 'insertRows', at: 3, count: 2 });
    const gone = jsonOf<{ removed?: string }>(await operation('rows go', { kind: 'deleteRows', at: 6, count: 1 }));
    await endpoint('the endpoint');
    await operation('they are brought back', { kind: 'insertRows', at: 6, count: 1, restore: gone.removed });
    await operation('a column is inserted', { kind: 'insertColumns', at: 2, count: 1 });
    await operation('a column goes', { kind: 'deleteColumns', at: 2, count: 1 });
    await operation('another column goes', { kind: 'deleteColumns', at: 5, count: 1 });
    await operation('too many', { kind: 'insertRows', at: 1, count: 10_001 });
    await operation('another kind', { kind: 'sortRows', at: 1, count: 1 });
    await operation('what was never there', { kind: 'insertRows', at: 2, count: 1, restore: 'nothing' });
    await change('an older revision', { revision: 1, operation: { kind: 'deleteRows', at: 2, count: 1 } });
    await endpoint('the endpoint');
    const key = await keyOf(stage, ada, id);
    await stage.call('the API writes', { method: 'POST', path: `/v1/${id}/Places`, key, json: { Name: 'By the API' } });
    await stage.call('and the grid has it', { path: `${tabs}/0/rows`, as: ada });

    stage.say('Tabs');
    await change('another title', { title: 'Cafés' });
    await stage.call('the former address', { path: `/v1/${id}/Places?_limit=1` });
    await stage.call('the new one', { path: `/v1/${id}/Caf%C3%A9s?_limit=1` });
    const post = { method: 'POST', path: tabs, as: ada };
    const added = jsonOf<{ sheetId: number }>(
      await stage.call('a new one', { ...post, json: { title: 'More', position: 0 } }),
    );
    await stage.call('without a title', { ...post, json: {} });
    await stage.call('the same title', { ...post, json: { title: 'More' } });
    await stage.call('too long a title', { ...post, json: { title: 'x'.repeat(301) } });
    await stage.call('by somebody else', { ...post, as: eve, json: {} });
    const one = `${tabs}/${added.sheetId}`;
    await stage.call('cells of it', {
      method: 'PATCH',
      path: one,
      as: ada,
      json: {
        revision: 0,
        edits: [
          { row: 1, column: 1, value: 'a' },
          { row: 2, column: 1, value: '1' },
        ],
      },
    });
    await stage.call('the spreadsheet', { path: `/api/drive/spreadsheets/${sheet}`, as: ada });
    const removed = jsonOf<{ removed: string }>(await stage.call('it goes', { method: 'DELETE', path: one, as: ada }));
    await stage.call('again', { method: 'DELETE', path: one, as: ada });
    await stage.call('it is brought back', { ...post, json: { restore: removed.removed } });
    await stage.call('the project', { path: `/v1/${id}` });
    await stage.call('its warnings', { path: `/api/projects/${id}`, as: ada });

    stage.say('Other kinds of workbooks');
    for (const name of ['merge_cells.ods', 'number_format.ods', 'mixed_sheets.xlsx']) {
      const other = await uploaded(stage, ada, sample(name));
      await stage.call(name, { path: `/api/drive/spreadsheets/${other}/tabs/0/rows?limit=8`, as: ada });
      await stage.call(`${name} as CSV`, { path: `/api/drive/spreadsheets/${other}/file?format=csv&tab=0`, as: ada });
    }
    await stage.call('as a workbook', { path: `/api/drive/spreadsheets/${sheet}/file?format=xlsx`, as: ada });
  },
};
