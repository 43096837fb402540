import { apiPaths } from '../../../src/contract/paths';
import type { RowsAnswer } from '../../../src/contract/rows';
import { shrinkFormer } from '../../../src/server/store/log/history';
import { SharedCache } from '../../../src/server/store/memory/memory';
import { type GoogleServer, googleServerOnce } from '../../fixtures/google/googleServer';
import { type GoogleTab, TEA_TABS } from '../../fixtures/google/googleWorld';

const fail = (error: unknown) => {
  throw error;
};

let server: GoogleServer;
googleServerOnce((made) => (server = made));

const edits: readonly ((cells: GoogleTab['cells']) => void)[] = [
  (cells) => void cells.push(['Matcha', 20, true, null, '02001']),
  (cells) => void cells.splice(1, 0, ['Assam', 7, false, null, '00999']),
  (cells) => void cells.splice(2, 1),
  (cells) => void (cells[1] = ['Assam', 8.5, true, null, '00999']),
  (cells) => void cells.splice(1, cells.length - 1, ...cells.slice(1).reverse()),
];

it('cursors continue through every sync of a Google Sheet, from memory, from disk and from differences', async () => {
  const { google, test } = server;
  const who = await test.signUp();
  const { id } = google.world.add('Tea house', TEA_TABS);
  const { project } = (await server.sync(who, id)).body;
  const base = apiPaths.projectTabRows(project.id, 1);
  const read = async (url: string) => (await test.app.inject({ url, headers: who.headers })).json<RowsAnswer>();
  const begun: { next: string; rest: RowsAnswer['data'] }[] = [];
  for (const edit of edits) {
    for (const look of ['', '&_values=text']) {
      const { data } = await read(`${base}?_limit=100${look}`);
      const { meta } = await read(`${base}?_limit=1${look}`);
      const { pathname, search } = new URL(meta.next ?? '');
      begun.push({ next: `${pathname}${search.replace('_limit=1', '_limit=100')}`, rest: data.slice(1) });
    }
    google.world.edit(id, ({ tabs: [teas] }) => edit(teas?.cells ?? []));
    await server.calm();
    expect((await server.sync(who, id)).status).toBe(200);
  }
  const fillMemory = () => {
    const { memory } = test.services;
    const others = new SharedCache<string>(memory.budget, { memory });
    others.set('large', '', memory.budget);
    others.delete('large');
  };
  const answers = async () => {
    const rests: RowsAnswer['data'][] = [];
    for (const { next } of begun) rests.push((await read(next)).data);
    return rests;
  };
  const expected = begun.map(({ rest }) => rest);
  expect(await answers()).toEqual(expected);
  fillMemory();
  expect(await answers()).toEqual(expected);
  const options = { ...test, retention: { days: 30, revisions: 1_000 }, report: fail };
  await shrinkFormer(options, new AbortController().signal, Date.now() + 12 * 60_000);
  const former = await test.db.selectFrom('former_snapshots').select(['snapshot_blob', 'delta_blob']).execute();
  expect(former.map(({ snapshot_blob }) => snapshot_blob)).toEqual(edits.map(() => null));
  fillMemory();
  expect(await answers()).toEqual(expected);
});
