/** What a filter asks of a column; the words are those of the data API. */
export const filterOperators = ['eq', 'contains', 'gt', 'gte', 'lt', 'lte', 'isblank'] as const;
export type FilterOperator = (typeof filterOperators)[number];

/** A condition on one column. `isblank` is asked with `true` or `false`. */
export interface Filter {
  readonly column: string;
  readonly operator: FilterOperator;
  readonly value: string;
}

/** The column rows are ordered by. */
export interface Sort {
  readonly column: string;
  readonly descending: boolean;
}

/** Which rows of a tab are wanted, in which order. */
export interface Question {
  readonly search: string;
  readonly filters: readonly Filter[];
  readonly sort: Sort | null;
}

/** Every row, in the order of the sheet. */
export const everyRow: Question = { search: '', filters: [], sort: null };

const part = encodeURIComponent;

/** A name in a list: one with a comma or white space at its ends, or that begins like a quoted one, stands in quotes. */
const listed = (name: string) => (/,|^\s|\s$|^-?"/.test(name) ? `"${name.replaceAll('"', '""')}"` : name);

const conditionOf = ({ column, operator, value }: Filter) =>
  `${part(operator === 'eq' ? column : `${column}__${operator}`)}=${part(value)}`;

/** The question as a query of the data API: `origin=Ethiopia&price__gte=10&_sort=-price`; empty for every row. */
export function queryOf({ search, filters, sort }: Question): string {
  const pairs = filters.map(conditionOf);
  if (search !== '') pairs.push(`_q=${part(search)}`);
  if (sort !== null) pairs.push(`_sort=${sort.descending ? '-' : ''}${part(listed(sort.column))}`);
  return pairs.join('&');
}

/** {@link queryOf}, and what is left out of each row. */
export function queryWithFields(question: Question, hidden: readonly string[]): string {
  const fields = hidden.map((name) => `-${part(listed(name))}`).join(',');
  return [queryOf(question), fields && `_fields=${fields}`].filter(Boolean).join('&');
}

const isSame = (one: Filter, other: Filter) =>
  one.column === other.column && one.operator === other.operator && one.value === other.value;

/** Filters with one more; the same one twice is one. */
export const withFilter = (filters: readonly Filter[], filter: Filter): readonly Filter[] =>
  filters.some((other) => isSame(other, filter)) ? filters : [...filters, filter];

const isOperator = (text: string): text is FilterOperator => filterOperators.some((operator) => operator === text);

function filterOf(name: string, value: string): Filter {
  const at = name.lastIndexOf('__');
  const operator = name.slice(at + 2);
  return at > 0 && isOperator(operator)
    ? { column: name.slice(0, at), operator, value }
    : { column: name, operator: 'eq', value };
}

const unquoted = (name: string) => (/^".*"$/s.test(name) ? name.slice(1, -1).replaceAll('""', '"') : name);

function sortOf(text: string): Sort | null {
  if (text === '') return null;
  const descending = text.startsWith('-');
  return { column: unquoted(descending ? text.slice(1) : text), descending };
}

const LEFT_OUT = /-("(?:[^"]|"")*"|[^,]*)(?:,|$)/g;

const hiddenIn = (text: string) => [...text.matchAll(LEFT_OUT)].map(([, name = '']) => unquoted(name));

/** Reads {@link queryWithFields} back, as it stands in the address of a page. */
export function questionIn(query: string): { readonly question: Question; readonly hidden: readonly string[] } {
  const pairs = [...new URLSearchParams(query.replaceAll('+', '%2B'))];
  const said = new Map(pairs);
  const filters = pairs
    .filter(([name]) => !/^_(?:q|sort|fields)$/.test(name))
    .map(([name, value]) => filterOf(name, value))
    .reduce<readonly Filter[]>(withFilter, []);
  return {
    question: { search: said.get('_q') ?? '', filters, sort: sortOf(said.get('_sort') ?? '') },
    hidden: hiddenIn(said.get('_fields') ?? ''),
  };
}
