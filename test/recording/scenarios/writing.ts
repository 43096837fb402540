import { headerOf, jsonOf } from '../client';
import { MOMENTS, PLACES, sample } from '../places';
import type { Asked, Scenario, Stage } from '../stage';
import { change, keyOf, publicProject, signedUp } from '../visitor';

interface Row {
  readonly _id: string;
}

const typed = (type: string) => ({ 'content-type': type });

/** Bodies of a POST that are refused, or accepted in part. */
const bodies: readonly (readonly [title: string, body: string, type?: string])[] = [
  ['a name that is no column', '{"Name":"A","Mood":"calm"}'],
  ['values that do not fit', '{"Name":1,"Founded":"old","Open":"true","Rating":"4","Since":"yesterday"}'],
  ['a whole number that would become another', '{"Name":"A","Founded":12345678901234567890}'],
  ['a row of blanks', '{"Name":null,"City":" "}'],
  ['nothing', '{}'],
  ['no rows', '[]'],
  ['a text', '"Name"'],
  ['rows of which one does not fit', '[{"Name":"A"},{"Founded":"x"},7]'],
  ['no JSON', '{"Name":'],
  ['no body', ''],
  ['a name that is none', '{"__proto__":{"a":1}}'],
  ['a constructor', '{"constructor":{"prototype":{}}}'],
  ['the same name twice', '{"Name":"A","Name":"B"}'],
  ['a name and its slug', '{"Name":"A","name":"B"}'],
  ['an id of one’s own', '{"_id":"r_aaaaaaaaaaaa","Name":"A"}'],
  ['a cell that is too long', `{"Name":"${'x'.repeat(50_001)}"}`],
  ['more than 500 rows', `[${Array.from({ length: 501 }, () => '{"Name":"A"}').join(',')}]`],
  ['an object in a cell', '{"Name":{"a":1}}'],
  ['a list in a cell', '{"Name":["a"]}'],
  ['another type', '{"Name":"A"}', 'text/plain'],
  ['another charset', '{"Name":"A"}', 'application/json; charset=latin1'],
  ['CSV with a column that is none', 'Name,Mood\nA,calm\n', 'text/csv'],
  ['CSV with values that do not fit', 'Name,Founded\nA,old\n', 'text/csv'],
  ['CSV without rows', 'Name,City\n', 'text/csv'],
  ['CSV that never ends', 'Name\n"A', 'text/csv'],
  ['CSV with too many cells in a row', 'Name\nA,B\n', 'text/csv'],
  ['a form with a column that is none', 'Name=A&Mood=calm', 'application/x-www-form-urlencoded'],
  ['parts of a form', '--x\r\n', 'multipart/form-data; boundary=x'],
];

/** Bodies of a POST that are accepted. */
const accepted: readonly (readonly [title: string, body: string, type?: string])[] = [
  ['a row', '{"Name":"Fuglen","City":"Oslo","Founded":1963,"Open":true,"Rating":4.25,"Since":"1963-05-01"}'],
  ['a row by slugs', '{"name":"Slug","city":"Bergen"}'],
  ['texts that look like something else', '{"Name":"=1+1","City":"2009-01-01","Note":"00501"}'],
  ['several rows', '[{"Name":"One"},{"Name":"Two","Open":false},{"Note":"no name"}]'],
  ['CSV', 'Name,City,Founded,Open\nCsv,Rome,1990,TRUE\n"With, comma",,,\n', 'text/csv'],
  ['a form', 'Name=Form&City=Turin&Founded=2001&Open=true', 'application/x-www-form-urlencoded'],
  ['letters of every kind', '{"Name":"日本 🍵 é"}'],
];

/** Plays writes to the sheet of docs/data-api.md. */
async function playPlaces(stage: Stage, places: string, key: string) {
  const send = (title: string, method: string, path: string, json?: unknown, more: Partial<Asked> = {}) =>
    stage.call(title, { method, path: places + path, key, ...(json !== undefined && { json }), ...more });
  const rows = async (query = '') =>
    jsonOf<{ data: Row[] }>(await stage.ask({ path: `${places}?_fields=Name${query}` })).data;
  const all = (title: string) => stage.call(title, { path: `${places}?_limit=1000` });

  stage.say('New rows that are refused');
  for (const [title, body, type = 'application/json'] of bodies) {
    await send(title, 'POST', '', undefined, { body, headers: typed(type) });
  }
  await all('nothing has changed');

  stage.say('New rows');
  for (const [title, body, type = 'application/json'] of accepted) {
    await send(title, 'POST', '', undefined, { body, headers: typed(type) });
  }
  await send('a name that is passed over', 'POST', '?_unknown=ignore', { Name: 'Odd', Mood: 'calm' });
  await send('what would be', 'POST', '?_dry_run=1', { Name: 'Never' });
  for (const query of [
    '_unknown=other',
    '_dry_run=yes',
    '_limit=1',
    'City=Oslo',
    '_nothing=1',
    '_fields=Name',
    '_keys=slug',
  ]) {
    await send('a parameter', 'POST', `?${query}`, { Name: 'Parameter' });
  }
  await all('they are there');

  stage.say('Changes of a row');
  const [first, second] = await rows();
  const one = `/${first?._id}`;
  await send('some of it', 'PATCH', one, { Open: false, Note: 'closed for good' });
  await send('nothing of it', 'PATCH', one, { Open: false });
  await send('all of it', 'PUT', one, { Name: 'Kaffa', City: 'Oslo' });
  await send('as it was read', 'PUT', one, { _id: first?._id, _row: 2, Name: 'Kaffa', City: 'Oslo' });
  await send('another row’s id', 'PATCH', one, { _id: second?._id });
  await send('values that do not fit', 'PATCH', one, { Founded: 'old', Mood: 'x' });
  await send('nothing', 'PATCH', one, {});
  await send('a list', 'PATCH', one, [{ Name: 'A' }]);
  await send('no row', 'PATCH', '/r_aaaaaaaaaaaa', { Name: 'A' });
  await send('what would be', 'PATCH', `${one}?_dry_run=1`, { Name: 'Never' });
  await send('a filter as well', 'PATCH', `${one}?City=Oslo`, { Name: 'A' });

  stage.say('Only if it is what it was');
  const etag = headerOf(await stage.call('a row', { path: places + one }), 'etag') ?? '';
  const ifMatch = (tag: string) => ({ headers: { 'if-match': tag } });
  await send('it is', 'PATCH', one, { Note: 'once' }, ifMatch(etag));
  await send('it is not', 'PATCH', one, { Note: 'twice' }, ifMatch(etag));
  await send('whatever it is', 'PATCH', one, { Note: 'thrice' }, ifMatch('*'));
  await send('a weak one', 'PATCH', one, { Note: 'four' }, ifMatch(`W/${etag}`));
  await send('of no single row', 'PATCH', '?City=Oslo', { Note: 'five' }, ifMatch(etag));
  await send('of a new row', 'POST', '', { Name: 'A' }, ifMatch('*'));
  await send('another condition', 'PATCH', one, { Note: 'six' }, { headers: { 'if-none-match': '*' } });
  await send(
    'a date',
    'PATCH',
    one,
    { Note: 'six' },
    { headers: { 'if-unmodified-since': 'Fri, 01 Jan 2100 00:00:00 GMT' } },
  );

  stage.say('Changes of rows that filters match');
  await send('one of them', 'PATCH', '?Founded__gt=2010&City=London', { Rating: null });
  await send('all of them', 'PATCH', '', { Rating: 1 });
  await send('a filter that asks nothing', 'PATCH', '?_where={}', { Rating: 1 });
  await send('another one', 'PATCH', '?City__ne=', { Rating: 1 });
  await send('none of them', 'PATCH', '?City=Nowhere', { Rating: 1 });
  await send('at most one', 'PATCH', '?City=Oslo&_max_affected=1', { Rating: 1 });
  await send('at most many', 'PATCH', '?City=Oslo&_max_affected=10001', { Rating: 1 });
  await send('those of a text', 'PATCH', '?_q=csv', { Note: 'found' });
  await send('blanks', 'PUT', '?Name=Odd', { Name: 'Odd', City: 'Paris' });
  await send('with an order', 'PATCH', '?City=Oslo&_sort=Name', { Rating: 1 });
  await send('what would be', 'DELETE', '?Founded__lt=2000&_dry_run=1');

  stage.say('New rows or changed ones');
  await send('both', 'POST', '?_upsert=Name', [
    { Name: 'Fuglen', Founded: 1964 },
    { Name: 'New', City: 'Rome' },
  ]);
  await send('unchanged', 'POST', '?_upsert=Name&_unknown=ignore', [{ Name: 'Fuglen', Founded: 1964, Mood: 'calm' }]);
  await send('what would be', 'POST', '?_upsert=Name&_dry_run=1', [{ Name: 'Fuglen', Founded: 1 }]);
  await send('without its value', 'POST', '?_upsert=Name', [{ City: 'Rome' }]);
  await send('the same twice', 'POST', '?_upsert=Name', [{ Name: 'Twin' }, { Name: 'Twin' }]);
  await send('where several have it', 'POST', '?_upsert=City', [{ City: 'Oslo', Note: 'several' }]);
  await send('a column that is none', 'POST', '?_upsert=Mood', [{ Name: 'A' }]);
  await send('a single one', 'POST', '?_upsert=Name', { Name: 'Single' });

  stage.say('Once, however often it is sent');
  const once = (title: string, name: string, json: unknown) =>
    send(title, 'POST', '', json, { headers: { 'idempotency-key': name } });
  await once('the first time', 'key-1', { Name: 'Once' });
  await once('again', 'key-1', { Name: 'Once' });
  await once('another request', 'key-1', { Name: 'Other' });
  await once('a refusal', 'key-2', { Mood: 'x' });
  await once('a refusal again', 'key-2', { Mood: 'x' });
  await once('another body after a refusal', 'key-2', { Name: 'Mended' });
  await once('too long', 'k'.repeat(300), { Name: 'Long' });
  await once('none', '', { Name: 'None' });
  await send('a change', 'PATCH', one, { Note: 'idempotent' }, { headers: { 'idempotency-key': 'key-3' } });
  await send('a change again', 'PATCH', one, { Note: 'idempotent' }, { headers: { 'idempotency-key': 'key-3' } });

  stage.say('Rows that go');
  await send('not an older one', 'DELETE', one, undefined, ifMatch('"an older one"'));
  await send('a row', 'DELETE', one, undefined, ifMatch('*'));
  await send('again', 'DELETE', one);
  await stage.call('it is gone', { path: places + one });
  await send('those that a filter matches', 'DELETE', '?Name__in=One,Two');
  await send('all of them', 'DELETE', '');
  await send('with a body', 'DELETE', '?City=Turin', { Name: 'x' });
  await send('no row', 'DELETE', '/r_aaaaaaaaaaaa');
  await all('what is left');
  await stage.call('the project', { path: places.replace('/Places', '') });
}

/** Writes of rows. */
export const writing: Scenario = {
  name: 'writing',
  about: 'New rows, changes and removals, one by one and by filters, with all that is refused.',
  async play(stage) {
    await stage.start();
    const ada = await signedUp(stage);
    const { id } = await publicProject(stage, ada, PLACES);
    const key = await keyOf(stage, ada, id);
    await stage.call('without a key', { method: 'POST', path: `/v1/${id}/Places`, json: { Name: 'A' } });
    await playPlaces(stage, `/v1/${id}/Places`, key);

    stage.say('A key column');
    const keyed = await publicProject(stage, ada, PLACES);
    await change(stage, ada, keyed.id, { tabs: [{ sheetId: 0, keyColumn: 'Name' }] });
    const own = { key: await keyOf(stage, ada, keyed.id), method: 'POST', path: `/v1/${keyed.id}/Places` };
    await stage.call('a new key', { ...own, json: { Name: 'Fuglen' } });
    await stage.call('a key that is there', { ...own, json: { Name: 'Kaffa' } });
    await stage.call('none', { ...own, json: { City: 'Oslo' } });
    await stage.call('by the key', { ...own, method: 'PATCH', path: `${own.path}/Kaffa`, json: { Note: 'by key' } });
    await stage.call('two that exchange theirs', {
      ...{ ...own, path: `${own.path}?_upsert=City` },
      json: [
        { City: 'London', Name: 'Stumptown' },
        { City: 'Portland', Name: 'Prufrock' },
      ],
    });
    await stage.call('another key', { ...own, method: 'PATCH', path: `${own.path}/Kaffa`, json: { Name: 'Kaffe' } });
    await stage.call('the former one', { path: `${own.path}/Kaffa` });

    stage.say('Moments');
    const moments = await publicProject(stage, ada, MOMENTS);
    const sheet = { key: await keyOf(stage, ada, moments.id), method: 'POST', path: `/v1/${moments.id}/Moments` };
    const good = {
      full_name: 'Fourth',
      at: '2025-01-01T10:00:00',
      clock: '10:00:00',
      zone: '2025-01-01T10:00:00Z',
      number: '1',
    };
    await stage.call('as they are read', { ...sheet, json: good });
    await stage.call('a zone that is not theirs', { ...sheet, json: { ...good, at: '2025-01-01T10:00:00Z' } });
    await stage.call('no zone', { ...sheet, json: { ...good, zone: '2025-01-01T10:00:00' } });
    await stage.call('no such day', { ...sheet, json: { ...good, at: '2025-02-30T10:00:00' } });
    await stage.call('names that begin with ours', { ...sheet, json: { ____proto: 'x', ___id: 'y' } });
    await stage.call('all of it', { path: sheet.path });

    stage.say('Formulas and merged cells');
    const merged = await publicProject(stage, ada, sample('merge_cells.ods'));
    const tab = encodeURIComponent(merged.tabs[0]?.title ?? '');
    const mergedKey = await keyOf(stage, ada, merged.id);
    const path = `/v1/${merged.id}/${tab}`;
    const cells = jsonOf<{ data: Readonly<Record<string, unknown>>[] }>(await stage.call('rows', { path })).data;
    for (const row of cells.slice(0, 3)) {
      const { _id: rowId, ...values } = row;
      const json = Object.fromEntries(Object.keys(values).map((name) => [name, 'written']));
      await stage.call('every cell', { method: 'PATCH', path: `${path}/${String(rowId)}`, key: mergedKey, json });
    }
    await stage.call('afterwards', { path });
  },
};
