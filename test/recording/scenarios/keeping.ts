import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PLACES, sample } from '../places';
import type { Product } from '../product';
import type { Scenario, Stage } from '../stage';
import { keyOf, publicProject, signedUp, type Visitor } from '../visitor';

/** Requests to a server before its backup, and after the restore. */
async function look(stage: Stage, { id, key, ada }: { id: string; key: string; ada: Visitor }) {
  await stage.call('its rows', { path: `/v1/${id}/Places` });
  await stage.call('its rows, with a key', { path: `/v1/${id}/Places?_limit=1`, key });
  await stage.call('its project', { path: `/api/projects/${id}`, as: ada });
  await stage.call('the drive', { path: '/api/drive/spreadsheets', as: ada });
}

const SECRET = 'the secret of the recording, which is long enough';
const said = ({ code, output }: Awaited<ReturnType<Product['keep']>>) => ({
  code,
  output: output
    .replace(/^\w+ *: \d+ % .*\n/gm, '')
    .replace(/\b[\d,.]+ (bytes|kB|KB|MB|KiB|MiB|rows|s|ms)\b/g, '<number> $1'),
});

/** Data that is backed up, restored and moved. */
export const keeping: Scenario = {
  name: 'keeping',
  about: 'A backup while the server runs, restored elsewhere, and data that are moved.',
  async play(stage) {
    const server = await stage.start({ AUTH_SECRET: SECRET });
    const ada = await signedUp(stage);
    const { id } = await publicProject(stage, ada, PLACES);
    await publicProject(stage, ada, sample('mixed_sheets.xlsx'));
    const key = await keyOf(stage, ada, id);
    await stage.ask({ method: 'POST', path: `/v1/${id}/Places`, key, json: { Name: 'By the API' } });
    await stage.ask({ method: 'DELETE', path: `/v1/${id}/Places?Name=Kaffa`, key });
    const there = { id, key, ada };
    const backup = join(server.dataDir, 'kept');

    stage.say('A backup');
    await look(stage, there);
    stage.noteEnd('it is made', said(await server.keep('backup', [backup])));
    stage.noteEnd('not over another one', said(await server.keep('backup', [backup])));
    stage.noteEnd('without a name', said(await server.keep('backup', [])));
    stage.noteEnd('not into what is there', said(await server.keep('restore', [backup])));

    stage.say('Restored elsewhere');
    const other = await stage.make({ AUTH_SECRET: SECRET });
    const damaged = join((await stage.make()).dataDir, 'damaged');
    stage.names.literal(damaged, '<damaged backup>');
    await copyFile(backup, damaged);
    const bytes = await readFile(damaged);
    await writeFile(damaged, bytes.subarray(0, bytes.length - 20));
    stage.noteEnd('a damaged one', said(await other.keep('restore', [damaged])));
    stage.noteEnd('none', said(await other.keep('restore', [join(other.dataDir, 'nothing')])));
    stage.noteEnd('as it should be', said(await other.keep('restore', [backup])));
    await other.start();
    stage.use(other);
    await look(stage, there);
    await stage.call('a new row', { method: 'POST', path: `/v1/${id}/Places`, key, json: { Name: 'Afterwards' } });
    await other.stop();

    stage.say('Moved');
    stage.noteEnd('not while it runs', said(await server.keep('move', ['--to', join(other.dataDir, 'moved')])));
    await server.stop();
    stage.noteEnd('not to where something is', said(await server.keep('move', ['--to', other.dataDir])));
    const third = await stage.make({ AUTH_SECRET: SECRET });
    stage.noteEnd('as it should be', said(await server.keep('move', ['--to', third.dataDir])));
    await third.start();
    stage.use(third);
    await look(stage, there);
  },
};
