import fc from 'fast-check';
import {
  everyRow,
  filterOperators,
  queryOf,
  queryWithFields,
  questionIn,
  type Question,
} from '../../../src/app/project/rows/question';

const questionOf = (parts: Partial<Question>): Question => ({ ...everyRow, ...parts });

it('becomes a query of the data API', () => {
  const question = questionOf({
    filters: [
      { column: 'origin', operator: 'eq', value: 'Ethiopia' },
      { column: 'price', operator: 'gte', value: '10' },
      { column: 'url', operator: 'isblank', value: 'false' },
    ],
    search: 'tea & cake',
    sort: { column: 'price', descending: true },
  });
  expect(queryOf(question)).toBe('origin=Ethiopia&price__gte=10&url__isblank=false&_q=tea%20%26%20cake&_sort=-price');
});

it('the query for all rows is empty', () => {
  expect(queryOf(everyRow)).toBe('');
  expect(queryWithFields(everyRow, [])).toBe('');
  expect(questionIn('')).toEqual({ question: everyRow, hidden: [] });
});

it('returns hidden columns separately from the query, which they do not change', () => {
  const question = questionOf({ search: 'tea' });
  expect(queryWithFields(question, ['url', 'a,b'])).toBe('_q=tea&_fields=-url,-%22a%2Cb%22');
  expect(queryOf(question)).toBe('_q=tea');
});

it.each([
  ['price', '_sort=price'],
  ['a,b', '_sort=%22a%2Cb%22'],
  [' padded ', '_sort=%22%20padded%20%22'],
  ['"quoted"', '_sort=%22%22%22quoted%22%22%22'],
])('sorts by the column %j', (column, query) => {
  expect(queryOf(questionOf({ sort: { column, descending: false } }))).toBe(query);
});

const name = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
  .filter((text) => !/^[_-]|__|^\s*$/.test(text));
const text = fc.string({ unit: 'grapheme', maxLength: 12 });
const filter = fc.record({ column: name, operator: fc.constantFrom(...filterOperators), value: text });
const question = fc.record({
  search: text,
  filters: fc.uniqueArray(filter, { maxLength: 4, selector: (one) => JSON.stringify(one) }),
  sort: fc.option(fc.record({ column: name, descending: fc.boolean() })),
});

it('a query is parsed back unchanged, whatever the names and values', () => {
  fc.assert(
    fc.property(question, fc.uniqueArray(name, { maxLength: 4 }), (given, hidden) => {
      expect(questionIn(queryWithFields(given, hidden))).toEqual({ question: given, hidden });
    }),
    { numRuns: 500 },
  );
});

it('a query contains each filter once', () => {
  expect(questionIn('a=1&a=1&a=2').question.filters.map(({ value }) => value)).toEqual(['1', '2']);
});

it('treats an unknown parameter as a column, so that the server can explain the error', () => {
  expect(questionIn('nmae=x&price__almost=3').question.filters).toEqual([
    { column: 'nmae', operator: 'eq', value: 'x' },
    { column: 'price__almost', operator: 'eq', value: '3' },
  ]);
});
