/** Types of what is asked. */
export const ASKING_TYPES = `
/** What a column can be asked. A blank equals nothing, so \`ne\` and \`nin\` hold for blanks. */
export interface Operators<V> {
  readonly eq?: V | undefined;
  readonly ne?: V | undefined;
  readonly gt?: V | undefined;
  readonly gte?: V | undefined;
  readonly lt?: V | undefined;
  readonly lte?: V | undefined;
  readonly in?: readonly V[] | undefined;
  readonly nin?: readonly V[] | undefined;
  readonly between?: readonly [V, V] | undefined;
  readonly contains?: string | undefined;
  readonly startswith?: string | undefined;
  readonly endswith?: string | undefined;
  readonly like?: string | undefined;
  readonly ilike?: string | undefined;
  readonly isnull?: boolean | undefined;
  readonly isblank?: boolean | undefined;
}

/** A value to equal, null for blank cells, or operators. */
export type Condition<V> = V | null | Operators<Exclude<V, null>>;

type Combiner = 'and' | 'or' | 'not';

/** A column that is called like a combiner is asked by operators. */
type Asked<Row, Name extends Combiner> = Name extends keyof Row ? Operators<Exclude<Row[Name], null>> : never;

/** Conditions on columns, all of which have to hold. */
export type Where<Row> = {
  readonly [Name in Exclude<keyof Row, '_id' | Combiner>]?: Condition<Row[Name]> | undefined;
} & {
  readonly _id?: string | Pick<Operators<string>, 'eq' | 'ne' | 'in' | 'nin'> | undefined;
  readonly and?: readonly Where<Row>[] | Asked<Row, 'and'> | undefined;
  readonly or?: readonly Where<Row>[] | Asked<Row, 'or'> | undefined;
  readonly not?: Where<Row> | Asked<Row, 'not'> | undefined;
};

type ColumnOf<Row> = Exclude<keyof Row & string, '_id'>;

/** What is asked of an endpoint. */
export interface Question<Row, Field extends keyof Row = keyof Row> {
  readonly where?: Where<Row> | undefined;
  /** Text that any column contains; case and accents are folded. */
  readonly q?: string | undefined;
  /** Columns, a \`-\` before what falls. */
  readonly sort?: readonly (ColumnOf<Row> | \`-\${ColumnOf<Row>}\` | '_row' | '-_row')[] | undefined;
  /** Columns to answer beside \`_id\`. */
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
    /** Begins the next page of a query. */
    readonly cursor?: string;
    readonly revision: number;
  };
}

/** One row. */
export interface One<Row> {
  readonly data: Row;
  readonly meta: { readonly revision: number };
  /** For \`ifMatch\`. */
  readonly etag: string | null;
}
`;

/** What is asked, as it is sent. */
export const ASKING = `
const operators = new Set([
  ...['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'in', 'nin', 'between', 'contains', 'startswith', 'endswith'],
  ...['like', 'ilike', 'isnull', 'isblank'],
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

const whereOf = (where: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(where)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, entryOf(name, value)]),
  );

/** A name in a list of an address: one with a comma stands in double quotes. */
function listed(name: string): string {
  if (!/[",]/.test(name)) return name;
  const minus = name.startsWith('-') ? '-' : '';
  return \`\${minus}"\${name.slice(minus.length).replaceAll('"', '""')}"\`;
}

function searchOf({ where, q, sort, fields, limit, offset }: Question<never>): string {
  const pairs: [string, string | number | undefined][] = [
    ['_where', where === undefined ? undefined : JSON.stringify(whereOf(where))],
    ['_q', q],
    ['_sort', sort?.map(listed).join(',')],
    ['_fields', fields?.map((field) => listed(String(field))).join(',')],
    ['_limit', limit],
    ['_offset', offset],
  ];
  const search = new URLSearchParams();
  for (const [name, value] of pairs) if (value !== undefined) search.append(name, String(value));
  const text = search.toString();
  return text === '' ? '' : \`?\${text}\`;
}
`;
