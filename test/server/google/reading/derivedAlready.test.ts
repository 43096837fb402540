import { apiPaths } from '../../../../src/contract/paths';
import { fetchedTabs } from '../../../../src/server/google/reading/fetching';
import { type GoogleServer, googleServerOnce } from '../../../fixtures/google/googleServer';
import { TEA_TABS } from '../../../fixtures/google/googleWorld';

let server: GoogleServer;
googleServerOnce((made) => (server = made));

/** Counts the tabs whose rows a sync has derived again, after the reader. */
function watchDerived() {
  const run = jest.spyOn(server.test.workers, 'run');
  return () => {
    const { length } = run.mock.calls.filter(([name]) => name === 'deriveTab');
    run.mockClear();
    return length;
  };
}

it('a sync uses rows that were derived while reading, unless their tab has settings or former ids', async () => {
  const who = await server.test.signUp();
  const { id } = server.google.world.add('Tea house', TEA_TABS);
  const derived = watchDerived();
  const { project } = (await server.sync(who, id)).body;
  // The rows were derived while reading: no worker derives them again.
  expect(derived()).toBe(0);
  const payload = { tabs: [{ sheetId: 2, headerRow: 2 }] };
  const url = apiPaths.projectUpdate(project.id);
  expect((await server.test.app.inject({ method: 'PUT', url, headers: who.headers, payload })).statusCode).toBe(200);
  derived();
  server.google.world.edit(id, ({ tabs: [teas] }) => void teas?.cells.push(['Matcha', 20, true, null, '02001']));
  const again = (await server.sync(who, id)).body.project;
  // The last tab is unchanged, and derived from its stored copy.
  expect(derived()).toBe(3);
  expect(again.tabs[1]).toMatchObject({ title: 'Opening hours', rows: 1 });
});

it('derived rows are cached beside their raw tab, and count in its bytes', async () => {
  const derived = { columns: [], rows: 0, headerRow: null, warnings: [], packed: Buffer.alloc(5_000_000) };
  const head = { sheetId: 1, title: 'Teas', hidden: false, merges: [], typed: true };
  const { bytes, tabs } = fetchedTabs([{ head, raw: Buffer.alloc(10), derived }]);
  expect((await tabs[0]?.raw())?.derived).toBe(derived);
  expect(bytes).toBe(5_000_010);
});
