import { PLACES } from '../places';
import type { Scenario } from '../stage';
import { keyOf, publicProject, signedUp } from '../visitor';

/** Invalid requests. */
export const wrong: Scenario = {
  name: 'wrong-requests',
  about: 'Addresses that are none, wrong methods, bodies that are broken or too large, and the app’s own pages.',
  async play(stage) {
    await stage.start();
    const ada = await signedUp(stage);
    const { id } = await publicProject(stage, ada, PLACES);
    const key = await keyOf(stage, ada, id);
    const places = `/v1/${id}/Places`;

    stage.say('Addresses');
    for (const path of [
      '/v2',
      '/v1/',
      '/v1//',
      `/v1/${id}//`,
      `/v1/${id}/%ZZ`,
      `/v1/${id}/%00`,
      `/v1/${id}/..%2f..`,
      `/V1/${id}/Places`,
    ]) {
      await stage.call('nothing here', { path });
    }
    for (const path of [
      '/google/notifications',
      '/spreadsheets/d/x',
      '/nothing.js',
      '/site/nothing',
      '/.well-known/security.txt',
    ]) {
      const { status, headers } = await stage.ask({ path });
      const type = headers.find(([name]) => name === 'content-type')?.[1];
      stage.note(`GET ${path}`, `${status} ${type}`);
    }
    await stage.call('a very long address', { path: `${places}?_q=${'x'.repeat(9_000)}` });
    await stage.call('a long one', { path: `/v1/${'x'.repeat(500)}/Places` });

    stage.say('The app');
    for (const path of ['/', '/projects', '/login', '/index.html']) {
      const answer = await stage.ask({ path, headers: { accept: 'text/html' } });
      const recorded = answer.headers.filter(([name]) => /^(content-type|cache-control|vary|location)$/.test(name));
      stage.note(`GET ${path}`, { status: answer.status, ...Object.fromEntries(recorded) });
    }
    await stage.call('a POST of a page', { method: 'POST', path: '/projects', as: ada, json: {} });

    stage.say('Methods');
    for (const method of ['PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND', 'QUERY']) {
      await stage.call('of a project', { method, path: `/v1/${id}` });
      await stage.call('of a tab', { method, path: places });
      await stage.call('of the app', { method, path: '/api/projects', as: ada });
      await stage.call('of what is public', { method, path: '/api/about' });
    }

    stage.say('Bodies');
    const post = { method: 'POST', path: places, key };
    const typed = (type: string) => ({ 'content-type': type });
    const json = typed('application/json');
    await stage.call('no type', { ...post, body: '{"Name":"A"}' });
    await stage.call('a type that is none', { ...post, body: '{}', headers: typed('json') });
    await stage.call('not UTF-8', { ...post, body: Buffer.from('{"Name":"B\xf8nne"}', 'latin1'), headers: json });
    await stage.call('a byte order mark', { ...post, body: '\uFEFF{"Name":"Mark"}', headers: json });
    await stage.call('a NUL', { ...post, body: '{"Name":"a\\u0000b"}', headers: json });
    await stage.call('half a letter', { ...post, body: '{"Name":"\\ud800"}', headers: json });
    await stage.call('compressed', { ...post, body: '{}', headers: { ...json, 'content-encoding': 'gzip' } });
    await stage.tooLong('too large', post, 8 * 1024 * 1024 + 1);
    await stage.call('a GET with a body', { path: places, body: '{}', headers: json });
    const app = { method: 'POST', path: '/api/projects/check', as: ada };
    await stage.call('the app: no JSON', { ...app, body: '{', headers: json });
    await stage.call('the app: another type', { ...app, body: 'a=b', headers: typed('text/plain') });
    await stage.call('the app: no body', app);
    await stage.tooLong('the app: too large', app, 2_000_000);
    await stage.tooLong('a form that is too large', { ...app, path: '/api/drive/spreadsheets' }, 200_000_000);
    await stage.call('the app: a list', { ...app, json: [] });
    await stage.call('the app: a name that is none', { ...app, body: '{"__proto__":{}}', headers: json });

    stage.say('Bytes');
    const end = 'Connection: close\r\n\r\n';
    await stage.raw('no HTTP', 'hello\r\n\r\n');
    await stage.raw('no Host', `GET ${places} HTTP/1.1\r\n${end}`);
    await stage.raw('two Hosts', `GET ${places} HTTP/1.1\r\nHost: HOST\r\nHost: other\r\n${end}`);
    await stage.raw('HTTP/1.0', `GET ${places}?_limit=1&_fields=Name,-_id HTTP/1.0\r\nHost: HOST\r\n\r\n`);
    await stage.raw('a length that is none', `POST ${places} HTTP/1.1\r\nHost: HOST\r\nContent-Length: x\r\n${end}`);
    await stage.raw(
      'two lengths',
      `POST ${places} HTTP/1.1\r\nHost: HOST\r\nContent-Length: 1\r\nContent-Length: 2\r\n${end}`,
    );
    await stage.raw(
      'a length and pieces',
      `POST ${places} HTTP/1.1\r\nHost: HOST\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n${end}`,
    );
    await stage.raw(
      'headers that are too long',
      `GET ${places} HTTP/1.1\r\nHost: HOST\r\nX: ${'x'.repeat(20_000)}\r\n${end}`,
    );
    await stage.raw(
      'a whole address',
      `GET http://HOST${places}?_limit=1&_fields=Name,-_id HTTP/1.1\r\nHost: HOST\r\n${end}`,
    );
    await stage.raw(
      'one after the other',
      `GET ${places}?_limit=1&_fields=Name,-_id HTTP/1.1\r\nHost: HOST\r\n\r\nGET ${places}?_limit=1&_fields=City,-_id HTTP/1.1\r\nHost: HOST\r\n${end}`,
    );
  },
};
