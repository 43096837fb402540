import { apiPaths, authPaths } from '../../src/contract/paths';
import type { MadeKey } from '../../src/contract/keys';
import { cookiesIn } from '../fixtures/people';
import { csvOf, type Owner, PASSWORD, useFile } from './world';

/** An action of people or programs; `n` differs each time. */
type Visit = (owner: Owner, n: number) => Promise<void>;

/** Queries repeat, so that their caches stop growing. */
const QUESTIONS = 30;

const read: Visit = async ({ client, rows, key }, n) => {
  const at = n % QUESTIONS;
  const questions = [
    `?_limit=100&_offset=${at}`,
    `?City=City%20${at % 40}&_sort=-Age`,
    `?Name__contains=${at}&_fields=Name`,
    '?_group=City&_agg=count,avg:Age',
    `?Name=Person%20${at}&_single=1`,
    '.csv',
    '/_schema',
  ];
  const { headers } = await client.send(rows + (questions[n % questions.length] ?? ''), { key });
  const etag = headers.get('etag');
  if (etag !== null) await client.send(rows, { key, headers: { 'if-none-match': etag }, right: [200, 304] });
};

/** Requests of an app in use, and the rows that it shows at once. */
const REQUESTS = 60;
const SHOWN_ROWS = 20;
const SCREENS = 50;

/** Requests of an app in use: rows by their ids, its list again, and whether the list has changed. */
const useApp: Visit = async ({ client, rows, key }, n) => {
  const list = `${rows}?_limit=${SHOWN_ROWS}&_offset=${(n % SCREENS) * SHOWN_ROWS}`;
  const { status, text, headers } = await client.send(list, { key });
  if (status !== 200) return;
  const ids = (JSON.parse(text) as { data: readonly { _id: string }[] }).data.map(({ _id }) => _id);
  const same = { 'if-none-match': headers.get('etag') ?? '' };
  for (let use = 1; use < REQUESTS; use += 1) {
    if (use % 3 === 0) await client.send(list, { key });
    else if (use % 3 === 1) await client.send(`${rows}/${ids[use % ids.length] ?? ''}`, { key });
    else await client.send(list, { key, headers: same, right: [200, 304] });
  }
};

/** Follows pages, and leaves most of them unread. */
const browse: Visit = async ({ client, rows, key }, n) => {
  let next: string | undefined = `${rows}?_limit=50&_sort=Age&Age__gte=${n % 80}`;
  for (let page = 0; page < 4 && next !== undefined; page += 1) {
    const { headers }: { headers: Headers } = await client.send(next, { key });
    next = /<https?:\/\/[^/]+([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1];
  }
};

const write: Visit = async ({ client, rows, key }, n) => {
  const json = { Name: `Guest ${n}`, City: 'Oslo', Age: n % 90 };
  const headers = { 'idempotency-key': `soak-${n}` };
  const { status, text } = await client.send(rows, { key, json, headers, right: [201] });
  if (status !== 201) return;
  const row = `${rows}/${(JSON.parse(text) as { data: { _id: string } }).data._id}`;
  await client.send(row, { method: 'PATCH', key, json: { Age: 1 } });
  await client.send(row, { method: 'DELETE', key, right: [200, 204] });
};

const sync: Visit = async ({ client, google, cookie, linked }, n) => {
  google.world.edit(linked.sheetId, ({ tabs: [teas] }) => {
    const last = teas?.cells.at(-1);
    if (last !== undefined) last[0] = `Tea ${n}`;
  });
  await client.send(apiPaths.projectSyncNow(linked.id), { cookie, json: {}, right: [200, 409] });
  await client.send(`/v1/${linked.id}/${linked.tabs[0]?.slug ?? ''}`, { right: [200, 401] });
};

const importFile: Visit = (owner, n) => useFile(owner, { bytes: csvOf(200 + (n % 7) * 100) }, async () => undefined);

const signIn: Visit = async ({ client, email }) => {
  const { status, headers } = await client.send(authPaths.signInEmail, { json: { email, password: PASSWORD } });
  if (status !== 200) return;
  const cookie = cookiesIn(headers);
  for (const path of [authPaths.getSession, apiPaths.projects]) await client.send(path, { cookie });
  await client.send(authPaths.signOut, { cookie, json: {} });
  await client.send(apiPaths.projects, { cookie, right: [401] });
};

const changeKeys: Visit = async ({ client, cookie, list, rows }, n) => {
  const json = { name: `Bot ${n}`, kind: 'secret', scopes: ['read'] };
  const { status, text } = await client.send(apiPaths.projectKeys(list.id), { cookie, json, right: [201] });
  if (status !== 201) return;
  const { secret, key } = JSON.parse(text) as MadeKey;
  await client.send(`${rows}?_limit=1`, { key: secret });
  const address = apiPaths.projectKey(list.id, key.id);
  await client.send(address, { method: 'PATCH', cookie, json: { requestsPerMinute: 60 }, right: [200, 400] });
  await client.send(address, { method: 'DELETE', cookie, right: [204] });
  await client.send(`${rows}?_limit=1`, { key: secret, right: [401] });
};

/** Sends invalid requests, and disconnects during the response. */
const stumble: Visit = async ({ client, rows, key, cookie, list }, n) => {
  await client.send(`${rows}?nothing=${n}`, { key, right: [400] });
  await client.send(rows, { key: `tp_sk_${String(n).padStart(43, 'x')}`, right: [401] });
  await client.send(rows, { key, body: '{"Name":', headers: { 'content-type': 'application/json' }, right: [400] });
  await client.send(authPaths.signInEmail, {
    json: { email: `nobody-${n % 500}@soak.example`, password: PASSWORD },
    right: [401],
  });
  const leaving = new AbortController();
  const headers = { cookie, 'x-forwarded-for': '10.8.0.1' };
  await fetch(client.url + apiPaths.projectProgress(list.id), { headers, signal: leaving.signal }).catch(
    () => undefined,
  );
  leaving.abort();
};

/** Frequency of each action in a hundred visits. */
export const visits: readonly (readonly [share: number, name: string, visit: Visit])[] = [
  [60, 'use an app', useApp],
  [10, 'read', read],
  [6, 'browse', browse],
  [12, 'write', write],
  [3, 'sync', sync],
  [2, 'import', importFile],
  [2, 'sign in', signIn],
  [2, 'change keys', changeKeys],
  [3, 'stumble', stumble],
];

/** Returns the visit number `n`: the same mixture every hundred. */
export function visitOf(n: number): Visit {
  // 37 and 100 are coprime: each of a hundred numbers occurs once, and kinds alternate.
  let left = (n * 37) % 100;
  const found = visits.find(([share]) => (left -= share) < 0);
  return found?.[2] ?? read;
}
