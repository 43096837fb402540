import type { Column, ColumnType } from '../../../src/contract/rows';
import type { GuideRequest } from '../../../src/app/learn/article';
import { exampleSnippet, ownRequest, withOwnAddress } from '../../../src/app/learn/exampleEndpoint';

const column = (key: string, type: ColumnType, examples: Column['examples'], unique = false): Column => ({
  ...{ key, header: key, slug: key.toLowerCase().replaceAll(' ', '_'), type, nullable: true, unique, examples },
  cell: 'A1',
});

const plants: readonly Column[] = [
  column('Title', 'text', ['Fern', 'Oak'], true),
  column('Family', 'text', ['Beech, northern', 'Polypod']),
  column('Height', 'number', [40.5, 2000]),
  column('Ever green', 'boolean', [true, false]),
];

const asking = (...query: [string, string][]): GuideRequest => ({
  ...{ method: 'GET', tab: 'beans', ofRow: false, query, answer: 'rows' },
});

const ownQuery = (...query: [string, string][]) => ownRequest(asking(...query), plants, null)?.query;

describe('a guide’s call for the person’s own sheet', () => {
  it('uses columns with similar data, and values from them', () => {
    expect(ownQuery(['origin', 'Ethiopia'], ['in_stock', 'true'])).toEqual([
      ['Family', 'Beech, northern'],
      ['Ever green', 'true'],
    ]);
    expect(ownQuery(['price__gte', '15'], ['origin__in', 'Ethiopia,Kenya'])).toEqual([
      ['Height__gte', '40.5'],
      ['Family__in', '"Beech, northern",Polypod'],
    ]);
  });

  it('translates names in lists, and keeps what works on every endpoint', () => {
    expect(ownQuery(['_sort', '-price'], ['_fields', 'name,price,-_id'], ['_limit', '2'])).toEqual([
      ['_sort', '-height'],
      ['_fields', 'title,height,-_id'],
      ['_limit', '2'],
    ]);
    expect(ownQuery(['_group', 'origin'], ['_agg', 'count,avg:price'], ['_sort', '-count'])).toEqual([
      ['_group', 'family'],
      ['_agg', 'count,avg:height'],
      ['_sort', '-count'],
    ]);
    expect(ownQuery(['_q', 'honey'])).toEqual([['_q', 'Fern']]);
    expect(ownQuery(['_fields', 'name,harvested'])).toEqual([['_fields', 'title']]);
  });

  it('fills a body from the first row, or from examples', () => {
    const adding: GuideRequest = { ...asking(), method: 'POST', body: '{ "name": "Fuglen", "in stock": true }' };
    expect(JSON.parse(ownRequest(adding, plants, null)?.body ?? '')).toEqual({ Title: 'Fern', 'Ever green': true });
    const first = { _id: 'r_1', Title: 'Elm', 'Ever green': false };
    expect(JSON.parse(ownRequest({ ...adding, body: `[${adding.body}]` }, plants, first)?.body ?? '')).toEqual([
      { Title: 'Elm', 'Ever green': false },
    ]);
  });

  it('does not exist if the sheet has no suitable column', () => {
    expect(ownQuery(['harvested__isblank', 'true'])).toBeUndefined();
    expect(ownQuery(['_sort', 'name,harvested'])).toBeUndefined();
    expect(ownQuery(['_fields', 'harvested'])).toBeUndefined();
    expect(ownRequest({ ...asking(), body: '{ "harvested": null }' }, plants, null)).toBeUndefined();
  });

  it('leaves out secondary columns', () => {
    expect(ownQuery(['origin', 'Ethiopia'], ['harvested__isblank', 'false'])).toEqual([['Family', 'Beech, northern']]);
    expect(ownQuery(['harvested__isblank', 'false'], ['origin', 'Ethiopia'])).toBeUndefined();
    const adding: GuideRequest = { ...asking(), method: 'POST', body: '{ "name": "Fuglen", "harvested": null }' };
    expect(JSON.parse(ownRequest(adding, plants, null)?.body ?? '')).toEqual({ Title: 'Fern' });
  });
});

it('replaces the guides’ URLs by the person’s own, but not those of other sheets', () => {
  const { origin, path } = exampleSnippet(asking());
  const own = { project: 'https://own.example/v1/p', tab: 'https://own.example/v1/p/plants' };
  expect(withOwnAddress(`${origin}${path}?_limit=1`, own)).toBe('https://own.example/v1/p/plants?_limit=1');
  expect(withOwnAddress(`"${origin}${path.replace('/beans', '')}/_openapi.json"`, own)).toBe(
    '"https://own.example/v1/p/_openapi.json"',
  );
  expect(withOwnAddress(`'${origin}${path.replace('/beans', '')}';`, own)).toBe("'https://own.example/v1/p';");
  const orders = `${origin}${path.replace('beans', 'orders')}`;
  expect(withOwnAddress(orders, own)).toBe(orders);
});
