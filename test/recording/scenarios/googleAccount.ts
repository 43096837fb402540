import type { GoogleDouble } from '../../fixtures/google/googleDouble';
import { jsonOf } from '../client';
import { connect, GOOGLE_CLIENT, googleId, MARA, startBeside, TEAS, withGoogle } from '../googleStage';
import type { Asked, Scenario, Stage } from '../stage';
import { change, keyOf, projectOf, settled, signedUp, type Visitor } from '../visitor';

const SHEET = googleId('Secret-teas');
const ROBOT = 'tabpoint@tea-house.iam.gserviceaccount.com';

const APPEND = /:batchUpdate\?/;
const WRITE = /values:batchUpdateByDataFilter/;

/** Runs once, right before a call of this path is answered. */
function meanwhile({ faults }: GoogleDouble, path: RegExp, what: () => void) {
  faults.onCall = (call) => {
    if (!path.test(call.path)) return;
    faults.onCall = undefined;
    what();
  };
}

const cellsOf = ({ world }: GoogleDouble) => world.find(SHEET)?.tabs[0]?.cells ?? [];

async function playWrites(stage: Stage, google: GoogleDouble, ada: Visitor, id: string) {
  const key = await keyOf(stage, ada, id);
  const teas = `/v1/${id}/Teas`;
  const send = (title: string, method: string, path: string, json?: unknown, more: Partial<Asked> = {}) =>
    stage.call(title, { method, path: teas + path, key, ...(json !== undefined && { json }), ...more });
  const cells = (title: string) => stage.note(title, cellsOf(google));

  stage.say('Writes');
  await send('a new row', 'POST', '', { name: 'Mate', price: 3, organic: true, code: '02001' });
  await send('new rows', 'POST', '', [{ name: 'Chai' }, { name: '=1+1', code: '2009-01-01' }]);
  await send('a change', 'PATCH', '?name=Assam', { price: 5 });
  await send('a whole row', 'PUT', '?name=Darjeeling', { name: 'Darjeeling', price: 8 });
  await send('a removal', 'DELETE', '?name=Chai');
  await send('both', 'POST', '?_upsert=name', [{ name: 'Assam', price: 6 }, { name: 'Rooibos' }]);
  await send('what would be', 'PATCH', '?name=Assam&_dry_run=1', { price: 1 });
  await send('a value that does not fit', 'PATCH', '?name=Assam', { price: 'dear' });
  await send('the rows', 'GET', '');
  cells('the sheet at Google');

  stage.say('Somebody is in the sheet');
  google.world.edit(SHEET, ({ tabs }) => void (tabs[0]!.cells[1]![1] = 99));
  await send('a row that was changed there', 'PATCH', '?name=Assam', { code: 'x' });
  await send('the next read has theirs', 'GET', '?name=Assam');
  await send('and the next write passes', 'PATCH', '?name=Assam', { code: 'x' });

  stage.say('Google does not answer');
  const once = { headers: { 'idempotency-key': 'once' } };
  google.faults.nextOf(WRITE, 'unsaid');
  await send('but it is found out at once', 'PATCH', '?name=Assam', { price: 10 });
  google.faults.nextOf(APPEND, 'unsaid');
  meanwhile(google, APPEND, () => google.faults.always('cut'));
  await send('it is not known', 'POST', '', { name: 'Oolong' }, once);
  await send('nor the second time', 'POST', '', { name: 'Oolong' }, once);
  await send('others wait', 'POST', '', { name: 'Later' });
  google.faults.clear();
  await send('it was written', 'POST', '', { name: 'Oolong' }, once);
  await send('once', 'GET', '?name=Oolong');
  await send('the first result again', 'POST', '', { name: 'Oolong' }, once);
  cells('the sheet at Google');
}

/** Sheets that are read, and written, with an account. */
export const googleAccount: Scenario = {
  name: 'google-account',
  about: 'A connected Google account: consent, private sheets, writes, and the end of it.',
  play: (stage) =>
    withGoogle(stage, async (google) => {
      google.world.add('Secret teas', TEAS, { id: SHEET, sharing: 'private', editors: [MARA] });
      await startBeside(stage, google, GOOGLE_CLIENT);
      const ada = await signedUp(stage);
      const connection = (title: string) => stage.call(title, { path: '/api/google/connection', as: ada });

      stage.say('Consent');
      await connection('nothing yet');
      await stage.call('a check', { method: 'POST', path: '/api/projects/check', as: ada, json: { sheetId: SHEET } });
      await connect(stage, ada, { answer: 'deny' });
      await connect(stage, ada, { to: '/projects/new?sheet=abc#there' });
      await connect(stage, ada, { to: 'https://evil.example/' });
      await connection('connected');
      await stage.call('an answer that nobody has asked for', { path: '/api/google/callback?code=x&state=y', as: ada });
      await stage.call('a check', { method: 'POST', path: '/api/projects/check', as: ada, json: { sheetId: SHEET } });

      stage.say('Reading');
      const { id } = await projectOf(stage, ada, SHEET);
      // Otherwise reads would refresh it, at an unpredictable time.
      await change(stage, ada, id, { refreshSeconds: 86_400 });
      await stage.call('the project', { path: `/api/projects/${id}`, as: ada });
      await stage.call('it is private', { path: `/v1/${id}/Teas` });
      const key = await keyOf(stage, ada, id);
      await stage.call('rows', { path: `/v1/${id}/Teas`, key });
      await stage.by({ key }).patch('writing is not allowed yet', `/v1/${id}/Teas?name=Assam`, { price: 1 });
      await connect(stage, ada, { writing: true });
      await connection('writing is allowed');
      await playWrites(stage, google, ada, id);

      stage.say('Withdrawn');
      google.accounts.withdraw(MARA);
      await stage.call('a sync', { method: 'POST', path: `/api/projects/${id}/sync`, as: ada });
      await settled(stage, ada, id);
      await stage.call('the last good copy', { path: `/v1/${id}/Teas?_limit=1`, key });
      await stage.call('a write', { method: 'PATCH', path: `/v1/${id}/Teas?name=Assam`, key, json: { price: 1 } });
      await connection('withdrawn');
      await connect(stage, ada, { writing: true });
      await stage.call('a sync', { method: 'POST', path: `/api/projects/${id}/sync`, as: ada });
      await settled(stage, ada, id);
      await stage.call('disconnected', { method: 'DELETE', path: '/api/google/connection', as: ada });
      await stage.call('again', { method: 'DELETE', path: '/api/google/connection', as: ada });
      await connection('nothing any more');
    }),
};

/** Sheets that are shared with the server's own account. */
export const googleServer: Scenario = {
  name: 'google-server',
  about: 'A Google account of the server’s own, on a closed server.',
  play: (stage) =>
    withGoogle(stage, async (google) => {
      google.world.add('Secret teas', TEAS, { id: SHEET, sharing: 'private' });
      const account = google.accounts.services.add(ROBOT);
      await startBeside(stage, google, { SIGN_UPS: 'closed', GOOGLE_SERVICE_ACCOUNT: account });
      const ada = await signedUp(stage);
      const check = { method: 'POST', path: '/api/projects/check', as: ada, json: { sheetId: SHEET } };
      await stage.call('it is not shared yet', check);
      google.world.edit(SHEET, (file) => void (file.readers = [ROBOT]));
      await stage.call('it is shared', check);
      const { id } = await projectOf(stage, ada, SHEET);
      // Otherwise reads would refresh it, at an unpredictable time.
      await change(stage, ada, id, { refreshSeconds: 86_400 });
      await stage.call('the project', { path: `/api/projects/${id}`, as: ada });
      const key = await keyOf(stage, ada, id);
      const rows = await stage.call('rows', { path: `/v1/${id}/Teas`, key });
      stage.note('how many', jsonOf<{ data: unknown[] }>(rows).data.length);
      await stage.call('it cannot be written', { method: 'POST', path: `/v1/${id}/Teas`, key, json: { name: 'Mate' } });
      google.world.edit(SHEET, ({ tabs }) => void (tabs[0]!.cells[1]![1] = 5));
      await stage.call('a sync', { method: 'POST', path: `/api/projects/${id}/sync`, as: ada });
      await settled(stage, ada, id);
      await stage.call('what has changed', { path: `/v1/${id}/Teas?_limit=1`, key });
      google.world.trash(SHEET);
      await stage.call('in the trash', { method: 'POST', path: `/api/projects/${id}/sync`, as: ada });
      await settled(stage, ada, id);
      await stage.call('the last good copy', { path: `/v1/${id}/Teas?_limit=1`, key });
      await stage.call('what nobody has asked for', { method: 'POST', path: '/google/notifications' });
    }),
};
