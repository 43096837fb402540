import { buildTestApp } from '../../fixtures/apps';
import { beforeEachTest, beforeTests } from '../../fixtures/beforeTests';
import { writable } from '../endpoints/write/writing';
import { callPeer } from './peerCalls';

const test = beforeTests(() => buildTestApp());
const cafes = beforeEachTest(() => writable(test));
beforeEach(() => cafes.update({ access: 'public' }));

const call = (path: string) => callPeer(test, `/opensheet/${cafes.project.id}/${path}`);

it.each(['Caf%C3%A9s', 'cafes', '1'])('reads all rows of %s as the sheet displays them', async (name) => {
  const { status, body } = await call(name);
  expect(status).toBe(200);
  expect(body).toHaveLength(3);
  expect(body[1]).toMatchObject({ Name: 'Bønne', Founded: '2011', Open: 'FALSE', Note: '' });
  expect(body[1]).not.toHaveProperty('_id');
});

it('reads values with raw=true', async () => {
  expect((await call('1?raw=true')).body[0]).toMatchObject({ Founded: 2009, Rating: 4.5, Open: true, Code: '007' });
  expect((await call('1?raw=false')).body[0]).toMatchObject({ Founded: '2009' });
});

it('returns errors as opensheet does', async () => {
  const error = (text: string) => ({ error: expect.stringContaining(text) });
  expect(await call('2')).toMatchObject({ status: 404, body: error('no sheet number 2') });
  expect(await call('0')).toMatchObject({ status: 404, body: error('no sheet number 0') });
  expect(await call('Nothing')).toMatchObject({ status: 404, body: error('“Nothing”') });
  expect(await call('1?v=2')).toMatchObject({ status: 400, body: error('“v”') });
});
