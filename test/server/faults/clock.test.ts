import { buildTestApp } from '../../fixtures/apps';
import { beforeTests } from '../../fixtures/beforeTests';
import { writable } from '../endpoints/write/writing';

const test = beforeTests(() => buildTestApp());

const HOUR = 60 * 60 * 1000;

it.each([
  ['back by an hour', -HOUR],
  ['back by a year', -8_760 * HOUR],
  ['forward by an hour', HOUR],
])('a clock that jumps %s for a while loses no writes and blocks nobody', async (_way, jump) => {
  const cafes = await writable(test);
  const real = Date.now.bind(Date);
  const revisions: number[] = [];
  const go = async (Name: string) => {
    const { status, headers } = await cafes.call('POST', '', { body: { Name }, headers: { 'idempotency-key': Name } });
    expect(status).toBe(201);
    revisions.push(Number(headers['x-tabpoint-revision']));
    const again = await cafes.call('POST', '', { body: { Name }, headers: { 'idempotency-key': Name } });
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect((await cafes.rows()).map((row) => row.Name)).toContain(Name);
  };
  await go('before');
  jest.spyOn(Date, 'now').mockImplementation(() => real() + jump);
  await go('meanwhile');
  await cafes.sync();
  jest.restoreAllMocks();
  await go('afterwards');
  cafes.reload();
  expect((await cafes.rows()).map(({ Name }) => Name).slice(3)).toEqual(['before', 'meanwhile', 'afterwards']);
  expect(revisions).toEqual(revisions.toSorted((one, other) => one - other));
});
