import { operatorNames, operators } from '../../endpoints/query/operators';

/** TypeScript types of the operands of each kind of operator. */
const operands = { compare: 'V', list: 'readonly V[]', between: 'readonly [V, V]', text: 'string', blank: 'boolean' };

const operatorLines = operatorNames
  .map((name) => `  readonly ${name}?: ${operands[operators[name].kind]} | undefined;`)
  .join('\n');

/** Returns the names of some operators as items of a list. The list is written on two lines, as it is long. */
const operatorList = (from: number, to?: number) =>
  operatorNames
    .slice(from, to)
    .map((name) => `'${name}'`)
    .join(', ');

/** Types of queries and pages. */
export const QUERY_TYPES = `
/** Operators on a column. A blank cell equals nothing, so \`ne\` and \`nin\` match blank cells. */
export interface Operators<V> {
${operatorLines}
}

/** A value to match, null for blank cells, or operators. */
export type Condition<V> = V | null | Operators<Exclude<V, null>>;

type Combiner = 'and' | 'or' | 'not';

/** Condition on a column that is named like a combiner: operators only. */
type OperatorsOnly<Row, Name extends Combiner> = Name extends keyof Row ? Operators<Exclude<Row[Name], null>> : never;

/** Type of a property that every object inherits, so that a column of that name stays optional. */
type Inherited<Name> = Name extends keyof Object ? Object[Name] : never;

/** Conditions on columns; rows must match all of them. */
export type Where<Row> = {
  readonly [Name in Exclude<keyof Row, '_id' | Combiner>]?: Condition<Row[Name]> | Inherited<Name> | undefined;
} & {
  readonly _id?: string | Pick<Operators<string>, 'eq' | 'ne' | 'in' | 'nin'> | undefined;
  readonly and?: readonly Where<Row>[] | OperatorsOnly<Row, 'and'> | undefined;
  readonly or?: readonly Where<Row>[] | OperatorsOnly<Row, 'or'> | undefined;
  readonly not?: Where<Row> | OperatorsOnly<Row, 'not'> | undefined;
};

type ColumnOf<Row> = Exclude<keyof Row & string, '_id'>;

/** A query of an endpoint. */
export interface Query<Row, Field extends keyof Row = keyof Row> {
  readonly where?: Where<Row> | undefined;
  /** Text to find in any column, ignoring case and accents. */
  readonly q?: string | undefined;
  /** Columns to sort by; \`-\` before a column sorts descending. */
  readonly sort?: readonly (ColumnOf<Row> | \`-\${ColumnOf<Row>}\` | '_row' | '-_row')[] | undefined;
  /** Columns to return besides \`_id\`. */
  readonly fields?: readonly Field[] | undefined;
  readonly limit?: number | undefined;
  readonly offset?: number | undefined;
}

/** A page of rows. */
export interface Page<Row> {
  readonly data: Row[];
  readonly meta: {
    readonly total: number;
    readonly count: number;
    readonly limit: number;
    readonly offset: number;
    /** URL of the next page of a list. */
    readonly next?: string;
    /** Cursor of the next page of a query. */
    readonly cursor?: string;
    readonly revision: number;
    /** Columns with stale formulas: their inputs have changed since their values were calculated. */
    readonly stale?: readonly string[];
    /** With \`_values=formula\`: columns with stale formulas by the row's id. */
    readonly staleRows?: Readonly<Record<string, readonly string[]>>;
  };
}

/** Iterator over rows: for \`for await\`, or \`next()\` in older runtimes. */
export type Each<Row> = EachRow<Row> & AsyncIteration<Row>;

interface EachRow<Row> {
  next(): Promise<IteratorResult<Row, undefined>>;
}

type AsyncIteration<Row> = SymbolConstructor extends { readonly asyncIterator: infer Name }
  ? { readonly [Key in Name & symbol]: () => EachRow<Row> }
  : unknown;

/** One row. */
export interface One<Row> {
  readonly data: Row;
  readonly meta: { readonly revision: number; readonly stale?: readonly string[] };
  /** For \`ifMatch\`. */
  readonly etag: string | null;
}
`;

/** Code that serializes queries and iterates pages. */
export const QUERY_CODE = `
const operators = new Set([
  ...[${operatorList(0, 12)}],
  ...[${operatorList(12)}],
]);

function conditionOf(value: unknown): unknown {
  if (value === null) return { isblank: true };
  return isObject(value) ? value : { eq: value };
}

function entryOf(name: string, value: unknown): unknown {
  if ((name === 'and' || name === 'or') && Array.isArray(value)) return value.map(whereOf);
  const combines = name === 'not' && isObject(value) && !Object.keys(value).every((key) => operators.has(key));
  return combines ? whereOf(value) : conditionOf(value);
}

function whereOf(where: object): Record<string, unknown> {
  const written: Record<string, unknown> = Object.create(null);
  for (const [name, value] of Object.entries(where)) if (value !== undefined) written[name] = entryOf(name, value);
  return written;
}

/** Quotes a name with a comma for a list in a URL. */
function listed(name: string): string {
  if (!/[",]/.test(name)) return name;
  const minus = name.startsWith('-') ? '-' : '';
  return \`\${minus}"\${name.slice(minus.length).replace(/"/g, '""')}"\`;
}

function searchOf({ where, q, sort, fields, limit, offset }: Query<never>): string {
  return searchText([
    ['_where', where === undefined ? undefined : JSON.stringify(whereOf(where))],
    ['_q', q],
    ['_sort', sort?.map(listed).join(',')],
    ['_fields', fields?.map((field) => listed(String(field))).join(',')],
    ['_limit', limit],
    ['_offset', offset],
  ]);
}

/** Iterates over the rows of all pages. */
function eachOf<Row>(pageAfter: (cursor: string | undefined) => Promise<Page<Row>>): Each<Row> {
  let rows: readonly Row[] = [];
  let cursor: string | undefined;
  let at = 0;
  let isLast = false;
  const each: EachRow<Row> = {
    async next() {
      while (at === rows.length && !isLast) {
        const page = await pageAfter(cursor);
        rows = page.data;
        at = 0;
        cursor = page.meta.cursor;
        isLast = cursor === undefined;
      }
      if (at === rows.length) return { done: true, value: undefined };
      at += 1;
      return { done: false, value: rows[at - 1] as Row };
    },
  };
  const { asyncIterator } = Symbol as { readonly asyncIterator?: symbol };
  if (asyncIterator !== undefined) Object.defineProperty(each, asyncIterator, { value: () => each });
  return each as Each<Row>;
}
`;

/** Code that serializes a query string. */
export const SEARCH_CODE = `
function searchText(pairs: readonly (readonly [string, string | number | undefined])[]): string {
  const search = new URLSearchParams();
  for (const [name, value] of pairs) if (value !== undefined) search.append(name, String(value));
  const text = search.toString();
  return text === '' ? '' : \`?\${text}\`;
}
`;

/** Methods of an endpoint that read. */
export const READ_METHODS = `
  /** Returns a page of rows by GET, which can be cached. */
  async list<Field extends keyof Row = keyof Row>(
    query: Query<Row, Field> = {},
  ): Promise<Page<Pick<Row, Field | '_id'>>> {
    const response = await this.#call('GET', this.#path + searchOf(query as Query<never>));
    return (await response.json()) as Page<Pick<Row, Field | '_id'>>;
  }

  /** Returns a page of rows for a query of any length; pass \`meta.cursor\` for the next page. */
  async query<Field extends keyof Row = keyof Row>(
    query: Query<Row, Field> & { readonly cursor?: string | undefined } = {},
  ): Promise<Page<Pick<Row, Field | '_id'>>> {
    const { where, ...rest } = query;
    const body = { ...rest, ...(where !== undefined && { where: whereOf(where) }) };
    const response = await this.#call('POST', \`\${this.#path}/_query\`, body);
    return (await response.json()) as Page<Pick<Row, Field | '_id'>>;
  }

  /** Iterates over all rows, page by page, at one revision. */
  each<Field extends keyof Row = keyof Row>(
    query: Omit<Query<Row, Field>, 'offset'> = {},
  ): Each<Pick<Row, Field | '_id'>> {
    return eachOf((cursor) => this.query({ ...query, cursor }));
  }

  /** Returns the row with this \`_id\`. */
  async get(id: string): Promise<One<Row>> {
    const response = await this.#call('GET', this.#path + idPart(id));
    const answer = (await response.json()) as Omit<One<Row>, 'etag'>;
    return { ...answer, etag: response.headers.get('etag') };
  }
`;
