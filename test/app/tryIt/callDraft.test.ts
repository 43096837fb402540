import {
  type CallDraft,
  maskedKey,
  problemsOf,
  sampleDraft,
  toSnippetRequest,
  toTriedRequest,
  type WholeCall,
  withColumn,
} from '../../../src/app/tryIt/callDraft';
import { type CallId, calls } from '../../../src/app/tryIt/calls';
import { columns, first, URL_OF_BEANS } from './samples';

const whole = (id: CallId, draft: Partial<CallDraft> = {}, parts: Partial<WholeCall> = {}): WholeCall => ({
  call: calls[id],
  draft: { ...sampleDraft(calls[id], columns, first), ...draft },
  apiKey: '',
  url: URL_OF_BEANS,
  needsKey: false,
  columns,
  ...parts,
});

const PATH = '/v1/k3v9tq2mxa7rfw5d/beans';

describe('the default call for this tab', () => {
  it('filters by a column with repeated values', () => {
    expect(toTriedRequest(whole('list'))).toEqual({
      method: 'GET',
      path: `${PATH}?origin=Ethiopia&_limit=2`,
      asOwner: false,
    });
  });

  it('names the first row, and sends its cells', () => {
    expect(toTriedRequest(whole('get')).path).toBe(`${PATH}/r_8k2f`);
    expect(toTriedRequest(whole('delete'))).toEqual({ method: 'DELETE', path: `${PATH}/r_8k2f`, asOwner: false });
    const { _id, ...cells } = first;
    expect(JSON.parse(toTriedRequest(whole('add')).body ?? '')).toEqual(cells);
    expect(JSON.parse(toTriedRequest(whole('replace')).body ?? '')).toEqual(cells);
    expect(JSON.parse(toTriedRequest(whole('change')).body ?? '')).toEqual({ origin: 'Ethiopia' });
    expect(_id).toBe('r_8k2f');
  });

  it('of a tab without rows adds a row that has values', () => {
    const blank = columns.slice(0, 2).map((column) => ({ ...column, examples: [] }));
    expect(JSON.parse(sampleDraft(calls.add, blank, null).body)).toEqual({ name: 'text', origin: 'text' });
  });

  it('of an empty tab refers to no rows or columns', () => {
    const draft = sampleDraft(calls.list, [], null);
    expect(toTriedRequest({ ...whole('list'), draft, columns: [] }).path).toBe(`${PATH}?_limit=2`);
    expect(problemsOf({ call: calls.get, draft: sampleDraft(calls.get, [], null), apiKey: '' })).toEqual({
      id: 'Give the id of a row.',
    });
  });
});

describe('typed values', () => {
  it.each<[string, Partial<CallDraft>, string]>([
    ['the operator is part of the name', { operator: 'gte', column: 'price', value: '10' }, 'price__gte=10&_limit=2'],
    ['an empty value adds no filter', { value: '' }, '_limit=2'],
    [
      'everything else in its order',
      { search: 'a b', sort: '-price', fields: 'name', limit: '', offset: '5' },
      'origin=Ethiopia&_q=a%20b&_sort=-price&_fields=name&_offset=5',
    ],
    [
      'any characters are encoded',
      { column: 'in stock', value: "a&b=c#d?'é" },
      'in%20stock=a%26b%3Dc%23d%3F%27%C3%A9&_limit=2',
    ],
  ])('%s', (_what, draft, query) => {
    expect(toTriedRequest(whole('list', draft)).path).toBe(`${PATH}?${query}`);
  });

  it('an id is part of the path; an id that starts with an underscore has it doubled', () => {
    expect(toTriedRequest(whole('get', { id: '../x?y' })).path).toBe(`${PATH}/..%2Fx%3Fy`);
    expect(toTriedRequest(whole('get', { id: '_schema' })).path).toBe(`${PATH}/__schema`);
  });

  it('another column sets one of its values and a supported operator', () => {
    const draft = { ...sampleDraft(calls.list, columns, first), operator: 'contains' } as const;
    expect(withColumn(draft, columns[2] as (typeof columns)[number])).toEqual({
      column: 'price',
      operator: 'eq',
      value: '17.5',
    });
  });

  it('a column without values sets no value', () => {
    const draft = sampleDraft(calls.list, columns, first);
    const empty = { ...(columns[2] as (typeof columns)[number]), examples: [null] };
    expect(withColumn(draft, empty)).toEqual({ column: 'price', operator: 'eq', value: '' });
  });
});

describe('the key', () => {
  it('is sent without outer white space', () => {
    expect(toTriedRequest(whole('list', {}, { apiKey: ' tp_pk_a \n' })).secret).toBe('tp_pk_a');
    expect(toTriedRequest(whole('list', {}, { apiKey: '  ' }))).not.toHaveProperty('secret');
  });

  it('is optional for the owner, who is sent as such without one', () => {
    const asOwner = (parts: Partial<WholeCall>) => toTriedRequest(whole('list', {}, parts)).asOwner;
    expect(asOwner({ needsKey: true })).toBe(true);
    expect(asOwner({ needsKey: true, apiKey: 'tp_sk_a' })).toBe(false);
    expect(asOwner({ needsKey: false })).toBe(false);
  });

  it.each([
    ['tp_sk_0123456789abcdefghij', 'tp_sk_••••ghij'],
    ['short', '•••••'],
  ])('%s is shown as %s', (key, shown) => {
    expect(maskedKey(key)).toBe(shown);
  });

  it('is in the snippet, or a placeholder if a missing key is required', () => {
    expect(toSnippetRequest(whole('list'))).not.toHaveProperty('key');
    expect(toSnippetRequest(whole('list', {}, { needsKey: true })).key).toBe('YOUR_KEY');
    expect(toSnippetRequest(whole('add', {}, { needsKey: true, apiKey: 'tp_sk_a' })).key).toBe('tp_sk_a');
  });
});

it.each<[string, Parameters<typeof problemsOf>[0], object]>([
  ['nothing', whole('add'), {}],
  ['a body that is no JSON', whole('add', { body: '{"a":' }), { body: 'This is not JSON yet.' }],
  ['an invalid key', whole('list', {}, { apiKey: 'ключ' }), { key: 'A key has only letters, digits, - and _.' }],
])('finds %s', (_what, call, problems) => {
  expect(problemsOf(call)).toEqual(problems);
});

it('returns the response’s columns for TypeScript', () => {
  const keys = (fields: string) => toSnippetRequest(whole('list', { fields })).columns?.map(({ key }) => key);
  expect(keys('')).toEqual(['name', 'origin', 'price', 'in stock']);
  expect(keys('price, in_stock')).toEqual(['price', 'in stock']);
  expect(keys('-price,-name')).toEqual(['origin', 'in stock']);
});
