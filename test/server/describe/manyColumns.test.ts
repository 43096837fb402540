import { limits } from '../../../src/contract/limits';
import { describing } from './asked';

const { publish } = describing();
// Before the hooks of the next file of a group.
afterEach(() => jest.restoreAllMocks());

test('a project with too many columns for one description is described by its endpoints', async () => {
  jest.replaceProperty(limits, 'columnsPerDescription', 5 as never);
  const three = { lines: ['a;b;c', '1;2;3'] };
  const asked = await publish([three, three]);
  for (const refused of [await asked.openapi(), await asked.types()]) {
    expect([refused.statusCode, refused.json()]).toMatchObject([
      413,
      { code: 'too_large', hint: 'Ask for the columns of each endpoint, with _schema behind its address.' },
    ]);
  }
  expect((await asked.schema('Sheet 1')).json().columns).toHaveLength(3);
  expect((await (await publish([three])).openapi()).statusCode).toBe(200);
});
