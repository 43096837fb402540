import { buildTestApp } from '../../fixtures/apps';
import { beforeEachTest, beforeTests } from '../../fixtures/beforeTests';
import { writable } from './write/writing';

const server = beforeTests(() => buildTestApp());
const cafes = beforeEachTest(() => writable(server));

test('a write is in the very next response', async () => {
  for (let time = 0; time < 10; time += 1) {
    await cafes.call('POST', '', { body: { Name: `New ${time}` } });
    for (const query of ['?_sort=-_row&_limit=1', '', '?_q=New']) {
      // The second response comes from the cache.
      for (const _ of ['computed', 'cached']) {
        const { body } = await cafes.call('GET', query);
        expect(body.data).toContainEqual(expect.objectContaining({ Name: `New ${time}` }));
      }
    }
  }
});

test('Last-Modified changes with a write, even if the tab was not read before', async () => {
  const modifiedAt = async (query = '') =>
    Date.parse(String((await cafes.call('GET', query)).headers['last-modified']));
  const started = Date.now();
  const first = await modifiedAt();
  jest.spyOn(Date, 'now').mockReturnValue(started + 90_000);
  await cafes.call('POST', '', { body: { Name: 'Later' } });
  for (const query of ['', '', '?Name=Later']) {
    const modified = await modifiedAt(query);
    expect(modified).toBe(Math.floor((started + 90_000) / 1000) * 1000);
    expect(modified).toBeGreaterThan(first);
  }
});
