import { jsonOf } from '../client';
import { PLACES, sample } from '../places';
import type { Scenario } from '../stage';
import { publicProject, signedUp } from '../visitor';

/** Bodies of `_query`. */
const questions: readonly unknown[] = [
  {},
  { where: { not: { City: { in: ['Oslo', 'London'] } } }, sort: ['-Name'], fields: ['Name'], limit: 1 },
  { q: 'oslo', fields: 'Name,City' },
  { sort: '-Rating,Name', limit: 2, offset: 1, fields: ['Name', '-_id'] },
  { distinct: 'City' },
  { group: ['Open'], agg: ['count', 'avg:Rating'] },
  { shape: 'columns', fields: ['Name'] },
  { single: true, sort: 'Name' },
  { keys: 'slug', limit: 1 },
  { values: 'text', limit: 1 },
  { where: '{"City":{"eq":"Oslo"}}' },
  { where: { Town: { eq: 'Oslo' } } },
  { limit: '2' },
  { limit: 10_001 },
  { single: 'yes' },
  { _limit: 1 },
  { nothing: 1 },
  { fields: [1] },
  { cursor: 'x' },
  [],
  null,
  'text',
];

/** Rows as files, and effects of headers. */
export const formats: Scenario = {
  name: 'formats',
  about: 'Files, codings, conditions, other methods, other sites’ pages, and questions in a body.',
  async play(stage) {
    await stage.start();
    const ada = await signedUp(stage);
    const { id } = await publicProject(stage, ada, PLACES);
    const places = `/v1/${id}/Places`;
    const get = (title: string, path: string, headers: Record<string, string> = {}) =>
      stage.call(title, { path: places + path, headers });

    stage.say('Files');
    for (const path of [
      '.csv',
      '.csv?_csv=raw',
      '.csv?City=Oslo&_fields=Name,Founded,Note,-_id',
      '.csv?_limit=1',
      '.csv?_shape=array',
    ]) {
      await get('CSV', path);
    }
    for (const path of [
      '.ndjson',
      '.ndjson?_sort=Name&_limit=2&_fields=Name',
      '.xlsx',
      '.xlsx?_fields=Name,-_id&_limit=1',
    ]) {
      await get('another file', path);
    }
    await get('groups as CSV', '.csv?_group=Open&_agg=count');
    await get('displayed values as CSV', '.csv?_values=text&_limit=2');
    await get('a file of a single row', '.csv?_single=1');
    await get('no such form', '.pdf');
    for (const accept of [
      'text/csv',
      'application/x-ndjson',
      'application/json',
      'text/html',
      'image/png',
      '*/*',
      'text/csv;q=0.1, application/json',
      'x',
    ]) {
      await get('what is accepted', '?_limit=1&_fields=Name', { accept });
    }
    await get('the suffix counts', '.csv?_limit=1', { accept: 'application/json' });

    stage.say('Codings');
    for (const coding of ['gzip', 'br', 'gzip, br', 'deflate', 'identity', '*', 'gzip;q=0', 'br;q=0.1, gzip']) {
      await get('a coding', '', { 'accept-encoding': coding });
    }
    await get('a coded file', '.csv', { 'accept-encoding': 'gzip' });
    const world = await publicProject(stage, ada, sample('world-reference.xlsx'));
    await stage.call('a large body', {
      path: `/v1/${world.id}/Countries?_limit=10000`,
      headers: { 'accept-encoding': 'br' },
    });
    await stage.call('a large file', { path: `/v1/${world.id}/Countries.csv`, headers: { 'accept-encoding': 'gzip' } });

    stage.say('Conditions');
    const tagOf = (answer: Awaited<ReturnType<typeof get>>) =>
      answer.headers.find(([name]) => name === 'etag')?.[1] ?? '';
    const etag = tagOf(await get('an answer', '?_limit=1'));
    await get('the same again', '?_limit=1');
    await get('it has not changed', '?_limit=1', { 'if-none-match': etag });
    await get('nor has it weakly', '?_limit=1', { 'if-none-match': `"other", W/${etag}` });
    await get('whatever it is', '?_limit=1', { 'if-none-match': '*' });
    await get('another one', '?_limit=2', { 'if-none-match': etag });
    await get('none like it', '?_limit=1', { 'if-none-match': '"x"' });
    await get('a date alone', '?_limit=1', { 'if-modified-since': 'Fri, 01 Jan 2100 00:00:00 GMT' });
    await get('other bytes', '?_limit=1', { 'accept-encoding': 'gzip', 'if-none-match': etag });
    await get('a match is for writes', '?_limit=1', { 'if-match': '"x"' });
    const file = tagOf(await get('a file', '.csv?_limit=1'));
    await get('the file has not changed', '.csv?_limit=1', { 'if-none-match': file });
    const [first] = jsonOf<{ data: readonly { _id: string }[] }>(await get('a row', '?_limit=1')).data;
    const row = tagOf(await get('by its id', `/${first?._id}`));
    await get('the row has not changed', `/${first?._id}`, { 'if-none-match': row });
    const project = tagOf(await stage.call('the project', { path: `/v1/${id}` }));
    await stage.call('the project has not changed', { path: `/v1/${id}`, headers: { 'if-none-match': project } });
    await get('a range', '?_limit=1', { range: 'bytes=0-4' });
    await get('a range of a file', '.csv', { range: 'bytes=0-4' });

    stage.say('Other methods');
    for (const path of ['', '?_limit=1', '.csv', `/${first?._id}`, '?Nothing=1', '/_schema']) {
      await stage.call('HEAD', { method: 'HEAD', path: places + path });
    }
    for (const path of [
      `/v1/${id}`,
      places,
      `${places}/${first?._id}`,
      `${places}/_query`,
      `${places}/_schema`,
      `/v1/${id}/_openapi.json`,
    ]) {
      await stage.call('OPTIONS', { method: 'OPTIONS', path });
      await stage.call('a method that it does not have', { method: 'PROPFIND', path });
    }
    await stage.call('a POST of the project', { method: 'POST', path: `/v1/${id}`, json: {} });

    stage.say('Pages of other sites');
    const origin = 'https://beans.example';
    await get('a read', '?_limit=1', { origin });
    await get('a refusal', '?Nothing=1', { origin });
    for (const asked of ['GET', 'POST', 'PATCH', 'BREW']) {
      await stage.call('a preflight', {
        ...{ method: 'OPTIONS', path: places },
        headers: {
          origin,
          'access-control-request-method': asked,
          'access-control-request-headers': 'authorization,content-type',
        },
      });
    }

    stage.say('Questions in a body');
    const query = { method: 'POST', path: `${places}/_query` };
    for (const json of questions) await stage.call('a question', { ...query, json });
    const page = { sort: ['Name'], limit: 3, fields: ['Name'] };
    const answer = await stage.call('a page', { ...query, json: page });
    const { cursor } = jsonOf<{ meta: { cursor: string } }>(answer).meta;
    await stage.call('the next one', { ...query, json: { ...page, cursor } });
    await stage.call('the cursor of another question', { ...query, json: { cursor } });
    await stage.call('as a file', { ...query, json: { limit: 1 }, headers: { accept: 'text/csv' } });
    const typed = (type: string) => ({ 'content-type': type });
    await stage.call('no JSON', { ...query, body: '{', headers: typed('application/json') });
    await stage.call('another type', { ...query, body: '{}', headers: typed('text/plain') });
    await stage.call('no body', query);
    await stage.call('a parameter as well', { ...query, path: `${query.path}?_limit=1`, json: {} });
    await stage.call('a name that is none', { ...query, body: '{"__proto__":{}}', headers: typed('application/json') });
    await stage.tooLong('too long', query, 1_100_000);
    await stage.call('a GET', { path: query.path });
  },
};
