/** Filter operators of the data API. */
export const filterOperators = ['eq', 'contains', 'gt', 'gte', 'lt', 'lte', 'isblank'] as const;
export type FilterOperator = (typeof filterOperators)[number];

/** A condition on one column. The value of `isblank` is `true` or `false`. */
export interface Filter {
  readonly column: string;
  readonly operator: FilterOperator;
  readonly value: string;
}

/** Column by which rows are sorted. */
export interface Sort {
  readonly column: string;
  readonly descending: boolean;
}

/** A query for the rows of a tab: search, filters, order. */
export interface Question {
  readonly search: string;
  readonly filters: readonly Filter[];
  readonly sort: Sort | null;
}

/** Matches every row, in the order of the sheet. */
export const everyRow: Question = { search: '', filters: [], sort: null };

const encode = encodeURIComponent;

/** Quotes a name for a comma-separated list where it has a comma or outer white space, or begins like a quoted name. */
const quoteName = (name: string) => (/,|^\s|\s$|^-?"/.test(name) ? `"${name.replaceAll('"', '""')}"` : name);

const conditionOf = ({ column, operator, value }: Filter) =>
  `${encode(operator === 'eq' ? column : `${column}__${operator}`)}=${encode(value)}`;

/** Returns the question as a query of the data API: `origin=Ethiopia&price__gte=10&_sort=-price`; empty for every row. */
export function queryOf({ search, filters, sort }: Question): string {
  const pairs = filters.map(conditionOf);
  if (search !== '') pairs.push(`_q=${encode(search)}`);
  if (sort !== null) pairs.push(`_sort=${sort.descending ? '-' : ''}${encode(quoteName(sort.column))}`);
  return pairs.join('&');
}

/** Returns {@link queryOf} with the hidden columns as `_fields`. */
export function queryWithFields(question: Question, hidden: readonly string[]): string {
  const fields = hidden.map((name) => `-${encode(quoteName(name))}`).join(',');
  return [queryOf(question), fields && `_fields=${fields}`].filter(Boolean).join('&');
}

const isSame = (a: Filter, b: Filter) => a.column === b.column && a.operator === b.operator && a.value === b.value;

const noFilters: readonly Filter[] = [];

/** Adds a filter, unless the list has the same one. */
export const withFilter = (filters: readonly Filter[], filter: Filter): readonly Filter[] =>
  filters.some((other) => isSame(other, filter)) ? filters : [...filters, filter];

const isOperator = (text: string): text is FilterOperator => filterOperators.some((operator) => operator === text);

function filterOf(name: string, value: string): Filter {
  const end = name.lastIndexOf('__');
  const operator = name.slice(end + 2);
  if (end > 0 && isOperator(operator)) return { column: name.slice(0, end), operator, value };
  return { column: name, operator: 'eq', value };
}

const unquoteName = (name: string) => (/^".*"$/s.test(name) ? name.slice(1, -1).replaceAll('""', '"') : name);

function sortOf(text: string): Sort | null {
  if (text === '') return null;
  const descending = text.startsWith('-');
  return { column: unquoteName(descending ? text.slice(1) : text), descending };
}

const HIDDEN_FIELD = /-("(?:[^"]|"")*"|[^,]*)(?:,|$)/g;

const hiddenIn = (text: string) => [...text.matchAll(HIDDEN_FIELD)].map(([, name = '']) => unquoteName(name));

/** Parses a query of {@link queryWithFields} from the address of a page. */
export function questionIn(query: string): { readonly question: Question; readonly hidden: readonly string[] } {
  const pairs = [...new URLSearchParams(query.replaceAll('+', '%2B'))];
  const { _q: search = '', _sort: sort = '', _fields: fields = '' } = Object.fromEntries(pairs);
  const filters = pairs
    .filter(([name]) => !/^_(?:q|sort|fields)$/.test(name))
    .map(([name, value]) => filterOf(name, value));
  return {
    question: { search, filters: filters.reduce(withFilter, noFilters), sort: sortOf(sort) },
    hidden: hiddenIn(fields),
  };
}

/** Parameter of the page's address that contains the query. */
const QUERY = 'query';

const searchOf = (location: string) => /\?[^#]*/.exec(location)?.[0] ?? '';

/** Returns the query in the address of a page; empty for every row. */
export const queryInLocation = (location: string) => new URLSearchParams(searchOf(location)).get(QUERY) ?? '';

/** Returns the address of a page with another query. */
export function locationWithQuery(location: string, query: string): string {
  const pairs = new URLSearchParams(searchOf(location));
  if (query === '') pairs.delete(QUERY);
  else pairs.set(QUERY, query);
  const path = location.split(/[?#]/, 1)[0] ?? '';
  const search = pairs.toString();
  return search === '' ? path : `${path}?${search}`;
}
