import { startClamdDouble, EICAR } from '../../fixtures/clamd';
import { PLACES } from '../places';
import { METRICS_TOKEN } from '../product';
import type { Scenario } from '../stage';
import { done, keyOf, PASSWORD, publicProject, signedUp } from '../visitor';

const FORMER = 'the former secret of the recording, long enough';
const NEXT = 'the next secret of the recording, long enough too';

/** Settings that stop the start. */
const wrong: readonly Readonly<Record<string, string>>[] = [
  { PORT: 'x', SIGN_UPS: 'maybe', PLANS: 'free', LOG_LEVEL: 'loud' },
  { AUTH_SECRET: 'short' },
  { AUTH_SECRET: FORMER, AUTH_SECRET_PREVIOUS: FORMER },
  { DATABASE_URL: 'postgres://127.0.0.1:9/nothing' },
  { GOOGLE_CLIENT_ID: 'x' },
  { GOOGLE_SERVICE_ACCOUNT: '{}' },
  { PUBLIC_URL: 'tabpoint.example' },
  { AUTH_SECRET_FILE: '/nothing/here' },
];

/** Tasks of the administrator. */
export const administration: Scenario = {
  name: 'administration',
  about: 'Settings, health, secrets that are exchanged, commands of the administrator, and uploads that are scanned.',
  async play(stage) {
    stage.say('Settings');
    const empty = await stage.make();
    const ends = await Promise.all(wrong.map((settings) => empty.startInVain(settings)));
    for (const [at, end] of ends.entries()) stage.noteEnd(`wrong: ${JSON.stringify(wrong[at])}`, end);

    stage.say('Commands before there is anything');
    const server = await stage.make({ AUTH_SECRET: FORMER });
    stage.noteEnd('no database', await server.admin(['reset-password', 'ada@people.example'], `${PASSWORD}\n`));
    await server.start();
    stage.use(server);
    stage.noteEnd('no command', await server.admin([]));
    stage.noteEnd('another command', await server.admin(['delete', 'ada@people.example']));
    stage.noteEnd('nobody', await server.admin(['reset-password', 'ada@people.example'], `${PASSWORD}\n`));

    stage.say('Health');
    for (const path of ['/healthz', '/readyz']) await stage.call('it is well', { path });
    await stage.call('by another method', { method: 'POST', path: '/healthz' });
    await stage.call('metrics without the token', { path: '/metrics' });
    await stage.call('metrics with another one', { path: '/metrics', key: 'another' });
    const metrics = await stage.ask({ path: '/metrics', key: METRICS_TOKEN });
    stage.note('names of the metrics', metricsOf(metrics.body.toString()));

    stage.say('Passwords');
    const ada = await signedUp(stage);
    stage.noteEnd('too short a password', await server.admin(['reset-password', ada.email], 'short\n'));
    await stage.call('the session goes on', { path: '/api/account', as: ada });
    stage.noteEnd('another password', await server.admin(['reset-password', ada.email], 'set by the administrator\n'));
    await stage.call('it is over', { path: '/api/account', as: ada });
    const signIn = { method: 'POST', path: '/api/auth/sign-in/email', as: ada };
    await stage.call('the former password', { ...signIn, json: { email: ada.email, password: PASSWORD } });
    await stage.call('the new one', { ...signIn, json: { email: ada.email, password: 'set by the administrator' } });

    stage.say('Another secret');
    const { id } = await publicProject(stage, ada, PLACES);
    const key = await keyOf(stage, ada, id);
    await stage.ask({ method: 'POST', path: `/v1/${id}/Places`, key, json: { Name: 'Kept' } });
    await server.stop();
    await server.start({ AUTH_SECRET: NEXT, AUTH_SECRET_PREVIOUS: FORMER });
    stage.use(server);
    await stage.call('sessions go on', { path: '/api/account', as: ada });
    await stage.call('with a new cookie', { path: '/api/auth/get-session', as: ada });
    await stage.call('keys do too', { path: `/v1/${id}/Places?_offset=5`, key });
    await server.stop();
    await server.start({ AUTH_SECRET: NEXT });
    stage.use(server);
    await stage.call('and without the former one', { path: '/api/account', as: ada });
    await server.stop();
    await server.start({ AUTH_SECRET: 'a secret that nobody has ever used here before' });
    stage.use(server);
    await stage.call('not with yet another one', { path: '/api/account', as: ada });
    await stage.call('keys always', { path: `/v1/${id}/Places?_offset=5`, key });

    stage.say('Closed sign-ups');
    const closed = await stage.start({ SIGN_UPS: 'closed' });
    const first = await signedUp(stage);
    const json = { name: 'Eve', email: 'eve@people.example', password: PASSWORD };
    await stage.call('the second', { method: 'POST', path: '/api/auth/sign-up/email', as: stage.visitor('Eve'), json });
    await stage.call('the first', { path: '/api/account', as: first });
    await closed.stop();

    stage.say('Uploads that are scanned');
    const clamd = await startClamdDouble();
    const port = 'port' in clamd.address ? clamd.address.port : 0;
    try {
      await stage.start({ CLAMAV_ADDRESS: `127.0.0.1:${port}` });
      const eve = await signedUp(stage, 'Eve');
      const upload = { method: 'POST', path: '/api/drive/spreadsheets', as: eve };
      await stage.call('a clean file', { ...upload, file: PLACES });
      await stage.call('a virus', { ...upload, file: { name: 'a.csv', bytes: `a,b\n${EICAR},1\n` } });
      clamd.mood = 'ending';
      await stage.call('no verdict', { ...upload, file: PLACES });
      clamd.mood = 'full';
      await stage.call('too large for it', { ...upload, file: PLACES });
      const { spreadsheets } = await done<{ spreadsheets: { id: string }[] }>(stage, { path: upload.path, as: eve });
      stage.note('spreadsheets that are there', spreadsheets.length);
    } finally {
      await clamd.close();
    }
  },
};

/** Labels sorted by name, since their order has no meaning, without their values. */
const labelsOf = (text: string) =>
  `{${[...text.matchAll(/(\w+)="[^"]*"/g)]
    .map(([, name]) => name)
    .sort()
    .join(',')}}`;

/** Names, types and labels of metrics, without their values; whole families of Node's and the process's own by name. */
function metricsOf(text: string): string {
  const lines = text.split('\n').filter((line) => line !== '');
  const told = lines.map((line) =>
    line.startsWith('#') ? line : line.replace(/\{.*\}/, labelsOf).replace(/ \S+$/, ''),
  );
  return [...new Set(told)].sort().join('\n');
}
