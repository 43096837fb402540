import { jsonOf } from '../client';
import { PLACES, sample } from '../places';
import type { Scenario } from '../stage';
import { ALL_SCOPES, change, keyOf, projectOf, signedUp, until, uploaded } from '../visitor';

interface Made {
  readonly key: { readonly id: string };
  readonly secret: string;
}

/** Keys that cannot be created. */
const refused: readonly (readonly [title: string, json: object])[] = [
  ['nothing', {}],
  ['no name', { name: '', kind: 'secret', scopes: ['read'] }],
  ['no scopes', { name: 'A', kind: 'secret', scopes: [] }],
  ['a scope that is none', { name: 'A', kind: 'secret', scopes: ['write'] }],
  ['a kind that is none', { name: 'A', kind: 'open', scopes: ['read'] }],
  ['a publishable one that changes', { name: 'A', kind: 'publishable', scopes: ['update'] }],
  ['a publishable one that reads and creates', { name: 'A', kind: 'publishable', scopes: ['read', 'create'] }],
  ['a publishable one that creates anywhere', { name: 'A', kind: 'publishable', scopes: ['create'] }],
  ['a tab that is none', { name: 'A', kind: 'secret', scopes: ['read'], tabs: [99] }],
  [
    'a column that is none',
    { name: 'A', kind: 'secret', scopes: ['read'], hiddenColumns: [{ sheetId: 0, columns: ['No'] }] },
  ],
  ['a site that is none', { name: 'A', kind: 'publishable', scopes: ['read'], origins: ['beans.example'] }],
  ['sites of a secret one', { name: 'A', kind: 'secret', scopes: ['read'], origins: ['https://beans.example'] }],
  ['a day that is over', { name: 'A', kind: 'secret', scopes: ['read'], expiresAt: '2001-01-01T00:00:00Z' }],
  ['a day that is none', { name: 'A', kind: 'secret', scopes: ['read'], expiresAt: 'soon' }],
  ['something else', { name: 'A', kind: 'secret', scopes: ['read'], more: 1 }],
];

/** Keys of the data API. */
export const keys: Scenario = {
  name: 'keys',
  about: 'Keys: scopes, tabs, hidden columns, sites, expiry, and their end.',
  async play(stage) {
    await stage.start();
    const ada = await signedUp(stage);
    const eve = await signedUp(stage, 'Eve');
    const { id } = await projectOf(stage, ada, await uploaded(stage, ada, PLACES));
    const list = `/api/projects/${id}/keys`;
    const places = `/v1/${id}/Places`;

    stage.say('They are made');
    for (const [title, json] of refused) await stage.call(title, { method: 'POST', path: list, as: ada, json });
    const make = { method: 'POST', path: list, as: ada };
    await stage.call('by somebody else', { ...make, as: eve, json: { name: 'A', kind: 'secret', scopes: ['read'] } });
    const all = jsonOf<Made>(
      await stage.call('one that may do everything', {
        ...make,
        json: { name: 'All', kind: 'secret', scopes: ALL_SCOPES },
      }),
    );
    const reads = { name: 'Page', kind: 'publishable', scopes: ['read'], origins: ['https://beans.example'] };
    const page = jsonOf<Made>(await stage.call('one for a page', { ...make, json: reads }));
    await stage.call('all of them', { path: list, as: ada });
    await stage.call('somebody else’s', { path: list, as: eve });

    stage.say('A private project');
    await stage.call('without a key', { path: places });
    await stage.call('a key that is none', { path: places, key: 'tp_sk_nothing' });
    await stage.call('a key', { path: `${places}?_limit=1`, key: all.secret });
    await stage.call('as X-Api-Key', { path: `${places}?_limit=1`, headers: { 'x-api-key': all.secret } });
    const basic = `Basic ${Buffer.from(`${all.secret}:`).toString('base64')}`;
    await stage.call('as Basic', { path: `${places}?_limit=1`, headers: { authorization: basic } });
    await stage.call('twice', { path: places, key: all.secret, headers: { 'x-api-key': all.secret } });
    await stage.call('in the address', { path: `${places}?_key=${all.secret}` });
    await stage.call('another scheme', { path: places, headers: { authorization: `Token ${all.secret}` } });
    await stage.call('the project', { path: `/v1/${id}`, key: all.secret });
    await stage.call('what anybody sees of it', { path: `/v1/${id}` });

    stage.say('Sites');
    for (const origin of ['https://beans.example', 'https://evil.example', 'null']) {
      await stage.call('from a page', { path: `${places}?_limit=1`, key: page.secret, headers: { origin } });
    }
    await stage.call('from no page', { path: `${places}?_limit=1`, key: page.secret });
    const one = `${list}/${page.key.id}`;
    stage.names.literal(page.key.id, '<key id>');
    await stage.by({ as: ada }).patch('other sites', one, { origins: ['https://evil.example/'] });
    await stage.call('from another page now', {
      path: `${places}?_limit=1`,
      key: page.secret,
      headers: { origin: 'https://evil.example' },
    });
    await stage.call('no site', { method: 'PATCH', path: one, as: ada, json: { origins: [] } });
    await stage.call('a site that is none', { method: 'PATCH', path: one, as: ada, json: { origins: ['x'] } });
    await stage.by({ as: ada }).patch('of a secret key', `${list}/${all.key.id}`, { origins: [] });

    stage.say('Scopes');
    for (const scope of ALL_SCOPES) {
      const key = await keyOf(stage, ada, id, { scopes: [scope] });
      stage.note('a key with one scope', scope);
      await stage.call('reading', { path: `${places}?_limit=1&_fields=Name`, key });
      await stage.call('its columns', { path: `${places}/_schema`, key });
      await stage.call('creating', { method: 'POST', path: places, key, json: { Name: `By ${scope}` } });
      await stage.by({ key }).patch('changing by a filter', `${places}?Name=Kaffa`, { Note: scope });
      await stage.call('removing by a filter', { method: 'DELETE', path: `${places}?Name=Nobody`, key });
      await stage.call('upserting', { method: 'POST', path: `${places}?_upsert=Name`, key, json: { Name: 'Kaffa' } });
    }
    const two = await keyOf(stage, ada, id, { scopes: ['update', 'delete'] });
    const [row] = jsonOf<{ data: { _id: string }[] }>(await stage.ask({ path: places, key: all.secret })).data;
    await stage.by({ key: two }).patch('changing without reading', `${places}/${row?._id}`, { Note: 'x' });

    stage.say('Hidden columns');
    const hidden = await keyOf(stage, ada, id, { hiddenColumns: [{ sheetId: 0, columns: ['City', 'Note'] }] });
    for (const path of [
      '',
      '?City=Oslo',
      '?_sort=Note',
      '?_fields=City',
      '?_q=oslo',
      '?_distinct=City',
      '.csv',
      `/${row?._id}`,
      '/_schema',
      '?_where={"City":{"eq":"x"}}',
    ]) {
      await stage.call('what it sees', { path: places + path, key: hidden });
    }
    await stage.by({ key: hidden }).patch('it writes what it sees', `${places}/${row?._id}`, { Rating: 2 });
    await stage.by({ key: hidden }).patch('and nothing else', `${places}/${row?._id}`, { City: 'x' });
    await stage.by({ key: hidden }).put('a whole row', `${places}/${row?._id}`, { Name: 'Kaffa' });
    await stage.call('what it leaves', { path: `${places}/${row?._id}`, key: all.secret });
    await stage.call('a revision', { path: `${places}?_limit=1`, key: hidden });
    await stage.ask({ method: 'PATCH', path: `${places}/${row?._id}`, key: all.secret, json: { City: 'Elsewhere' } });
    await stage.call('the same one after a change in a hidden column', { path: `${places}?_limit=1`, key: hidden });
    await stage.call('its OpenAPI document', { path: `/v1/${id}/_openapi.json`, key: hidden });

    stage.say('Tabs');
    const world = await projectOf(stage, ada, await uploaded(stage, ada, sample('world-reference.xlsx')));
    const notes = world.tabs.find(({ title }) => title === 'Notes');
    const some = await keyOf(stage, ada, world.id, { tabs: [notes?.sheetId] });
    await stage.call('a tab that it knows', { path: `/v1/${world.id}/Notes?_limit=1`, key: some });
    await stage.call('one that it does not', { path: `/v1/${world.id}/Countries?_limit=1`, key: some });
    await stage.call('the project', { path: `/v1/${world.id}`, key: some });
    await stage.call('a key of another project', { path: `/v1/${world.id}/Notes`, key: all.secret });

    stage.say('A public project');
    await change(stage, ada, id, { access: 'public' });
    await stage.call('without a key', { path: `${places}?_limit=1` });
    await stage.call('a key that is none', { path: `${places}?_limit=1`, key: 'tp_sk_nothing' });
    await stage.call('a key that may not read', { path: `${places}?_limit=1`, key: two });
    await stage.call('a key that sees less', { path: `${places}?_limit=1`, key: hidden });

    stage.say('Their end');
    const soon = new Date(Date.now() + 5_000).toISOString();
    const short = await keyOf(stage, ada, id, { expiresAt: soon });
    await stage.call('before its time is over', { path: `${places}?_limit=1&_fields=Name`, key: short });
    await until(
      () => stage.ask({ path: `${places}?_limit=1`, key: short }),
      ({ status }) => status === 401,
    );
    await stage.call('afterwards', { path: `${places}?_limit=1&_fields=Name`, key: short });
    const last = { method: 'DELETE', path: `${list}/${all.key.id}` };
    stage.names.literal(all.key.id, '<id of the first key>');
    await stage.call('by somebody else', { ...last, as: eve });
    await stage.call('by its owner', { ...last, as: ada });
    await stage.call('it is dead', { path: `${places}?_limit=1`, key: all.secret });
    await stage.call('again', { ...last, as: ada });
    await stage.call('none', { ...last, path: `${list}/nothing`, as: ada });
  },
};
