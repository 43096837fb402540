import { buildTestApp } from '../../../fixtures/apps';
import { beforeTests } from '../../../fixtures/beforeTests';
import { writable } from './writing';

const test = beforeTests(() => buildTestApp());

const PRICES = {
  name: 'prices.csv',
  bytes:
    'Name,Price,Count,Share,Open,Since,At\nTea,1.50,1,0.5,TRUE,2009-04-01,07:30\nCoffee,2.50,2,2,FALSE,2011-01-02,08:00\n',
};

const rename = (column: number, cell: string) => ({ edits: [{ row: 1, column, cell }] });

describe('values that were written to a file without types stay equal when its rows are derived again', () => {
  it.each<[string, unknown]>([
    ['Price', 3],
    ['Price', 1.5],
    ['Count', 9007199254740991],
    ['Count', -1234567890123456],
    ['Share', 0.1 + 0.2],
    ['Share', 1e21],
    ['Share', 1e-7],
    ['Open', true],
    ['Since', '2020-02-29'],
    ['At', '25:00:00'],
    ['Name', '1.50'],
  ])('%s: %s', async (column, value) => {
    const prices = await writable(test, PRICES);
    const types = async () => {
      const { columns } = (await prices.call('GET', '/_schema')).body as { columns: { key: string; type: string }[] };
      return columns.map(({ key, type }) => (key === 'Product' ? 'Name' : key) + type);
    };
    const before = await types();
    const { _id } = (await prices.call('POST', '', { body: { Name: 'x', [column]: value } })).body.data;
    await prices.editSheet(rename(1, 'Product'));
    expect(await types()).toEqual(before);
    const name = column === 'Name' ? 'Product' : column;
    expect((await prices.call('GET', `/${_id}`)).body.data[name]).toBe(value);
  });
});

describe('the entity tag of a row', () => {
  const tagsAround = async (path: string, edits: readonly object[], more = {}) => {
    const prices = await writable(test, PRICES);
    const key = await prices.makeKey(['read'], typeof more === 'function' ? more(prices.sheetId) : more);
    const [first] = await prices.rows();
    const read = async () => {
      const { headers, body } = await prices.call('GET', `/${String(first?._id)}${path}`, { key });
      return { tag: headers.etag, data: body.data as unknown };
    };
    const before = await read();
    for (const edit of edits) await prices.editSheet(edit);
    return [before, await read()] as const;
  };
  const insertRow = (at: number) => ({ operation: { kind: 'insertRows', at, count: 1 } });
  const sameValue = { edits: [{ row: 2, column: 2, cell: 1.5 }] };
  const hiding = (sheetId: number) => ({ hiddenColumns: [{ sheetId, columns: ['Since'] }] });

  it.each<[string, string, object[], object]>([
    ['its position', '?_fields=_row', [insertRow(2)], {}],
    ['its displayed texts', '?_fields=Price&_values=text', [sameValue, insertRow(3)], {}],
    ['a column name, for a key with hidden columns', '', [rename(1, 'Product')], hiding],
  ])('changes with %s', async (_what, path, edits, more) => {
    const [before, after] = await tagsAround(path, edits, more);
    expect(after.data).not.toEqual(before.data);
    expect(after.tag).not.toBe(before.tag);
  });

  it.each(['', '?_fields=Name'])('stays if nothing else changes: %s', async (path) => {
    const [before, after] = await tagsAround(path, [insertRow(2)]);
    expect(after).toEqual(before);
  });
});
