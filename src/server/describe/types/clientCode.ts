import type { Abilities } from '../describedProject';
import { QUERY_CODE, QUERY_TYPES, READ_METHODS, SEARCH_CODE } from './readingCode';

/** Code of every client: options, problems and the function that sends requests. */
const CALLING = `
export interface ConnectOptions {
  /** A key of the project, \`tp_…\`. Put only a publishable one into a web page. */
  readonly key?: string | undefined;
  /** Where the server is; the one these types come from when nothing is said. */
  readonly origin?: string | undefined;
  /** Calls instead of the global \`fetch\`. */
  readonly fetch?: typeof fetch | undefined;
}

/** One line of a problem: what is wrong with one field or one cell. */
export interface ProblemLine {
  readonly field?: string;
  readonly cell?: string;
  readonly detail: string;
}

/** Thrown for every answer that is none: programs go by \`code\`, people read \`message\`. */
export class TabpointError extends Error {
  readonly status: number;
  readonly code: string;
  readonly hint: string | undefined;
  readonly errors: readonly ProblemLine[];
  readonly requestId: string | undefined;

  constructor(status: number, problem: Partial<Record<string, unknown>>) {
    const { code, detail, hint, errors, requestId } = problem;
    super(typeof detail === 'string' ? detail : \`The server answered \${status}.\`);
    this.name = 'TabpointError';
    this.status = status;
    this.code = typeof code === 'string' ? code : 'unknown';
    this.hint = typeof hint === 'string' ? hint : undefined;
    this.errors = Array.isArray(errors) ? errors : [];
    this.requestId = typeof requestId === 'string' ? requestId : undefined;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

type Call = (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Response>;

async function problemIn(response: Response): Promise<TabpointError> {
  const problem: unknown = await response.json().catch(() => undefined);
  return new TabpointError(response.status, isObject(problem) ? problem : {});
}

function callWith({ key, origin = ORIGIN, fetch: fetchWith }: ConnectOptions): Call {
  return async (method, path, body, headers = {}) => {
    const response = await (fetchWith ?? fetch)(origin + PROJECT + path, {
      method,
      headers: {
        accept: 'application/json',
        ...(key !== undefined && { authorization: \`Bearer \${key}\` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw await problemIn(response);
    return response;
  };
}
`;

/** Code that builds the address of a row. */
const ADDRESSING = `
const idPart = (id: string) => \`/\${encodeURIComponent(id.startsWith('_') ? \`_\${id}\` : id)}\`;
`;

const WRITING_TYPES = `
export interface WriteOptions {
  /** A repeat with the same key is answered as the first time and writes nothing. */
  readonly idempotencyKey?: string | undefined;
}

export interface ChangeOptions extends WriteOptions {
  /** \`etag\` of the row as it was read: one that has changed since is refused. */
  readonly ifMatch?: string | undefined;
}

/** What was written, as it is now. Of lists it is counted what became of the rows. */
export interface Written<Data> {
  readonly data: Data;
  readonly meta: {
    readonly revision: number;
    readonly count?: number;
    readonly created?: number;
    readonly updated?: number;
    readonly removed?: number;
    readonly unchanged?: number;
    readonly dryRun?: true;
  };
}

/** A row as it was written: what was left out is blank, also where no row was blank before. */
export type Answered<Row> = { readonly [Key in keyof Row]: Key extends '_id' ? Row[Key] : Row[Key] | null };

const writeHeaders = ({ idempotencyKey, ifMatch }: ChangeOptions): Record<string, string> => ({
  ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
  ...(ifMatch !== undefined && { 'if-match': ifMatch }),
});
`;

const CREATING = `
  /** Adds one row. */
  create(row: Input, options?: WriteOptions): Promise<Written<Answered<Row>>>;
  /** Adds rows, 500 at most: all of them or none. */
  create(rows: readonly Input[], options?: WriteOptions): Promise<Written<Answered<Row>[]>>;
  async create(
    given: Input | readonly Input[],
    options: WriteOptions = {},
  ): Promise<Written<Answered<Row> | Answered<Row>[]>> {
    const response = await this.#call('POST', this.#path, given, writeHeaders(options));
    return (await response.json()) as Written<Answered<Row> | Answered<Row>[]>;
  }
`;

const UPSERTING = `
  /** Changes the rows whose value in a column is there, and adds the others: all of them or none. */
  async upsert(
    column: keyof Input & string,
    rows: readonly Input[],
    options: WriteOptions = {},
  ): Promise<Written<Answered<Row>[]>> {
    const path = this.#path + searchText([['_upsert', column]]);
    const response = await this.#call('POST', path, rows, writeHeaders(options));
    return (await response.json()) as Written<Answered<Row>[]>;
  }
`;

const FILTERING_TYPES = `
export interface FilterOptions extends WriteOptions {
  /** How many rows may be concerned; 100 unless told. */
  readonly maxAffected?: number | undefined;
  /** Answers what would be written, and writes nothing. */
  readonly dryRun?: boolean | undefined;
}

const filterSearch = <Row>(where: Where<Row>, { maxAffected, dryRun }: FilterOptions): string =>
  searchText([
    ['_where', JSON.stringify(whereOf(where))],
    ['_max_affected', maxAffected],
    ['_dry_run', dryRun === true ? 1 : undefined],
  ]);
`;

const UPDATING_WHERE = `
  /** Changes what is given of every row that conditions hold for. */
  async updateWhere(
    where: Where<Row>,
    change: Partial<Input>,
    options: FilterOptions = {},
  ): Promise<Written<Answered<Row>[]>> {
    const path = this.#path + filterSearch(where, options);
    const response = await this.#call('PATCH', path, change, writeHeaders(options));
    return (await response.json()) as Written<Answered<Row>[]>;
  }
`;

const REMOVING_WHERE = `
  /** Removes every row that conditions hold for. */
  async removeWhere(
    where: Where<Row>,
    options: FilterOptions = {},
  ): Promise<Written<readonly { readonly _id: string }[]>> {
    const path = this.#path + filterSearch(where, options);
    const response = await this.#call('DELETE', path, undefined, writeHeaders(options));
    return (await response.json()) as Written<readonly { readonly _id: string }[]>;
  }
`;

const UPDATING = `
  /** Changes what is given of one row. */
  async update(id: string, change: Partial<Input>, options: ChangeOptions = {}): Promise<Written<Answered<Row>>> {
    const response = await this.#call('PATCH', this.#path + idPart(id), change, writeHeaders(options));
    return (await response.json()) as Written<Answered<Row>>;
  }

  /** Puts a row in the place of one: what is left out is blank. */
  async replace(id: string, row: Input, options: ChangeOptions = {}): Promise<Written<Answered<Row>>> {
    const response = await this.#call('PUT', this.#path + idPart(id), row, writeHeaders(options));
    return (await response.json()) as Written<Answered<Row>>;
  }
`;

const REMOVING = `
  /** Removes one row. */
  async remove(id: string, options: ChangeOptions = {}): Promise<void> {
    await this.#call('DELETE', this.#path + idPart(id), undefined, writeHeaders(options));
  }
`;

const endpoint = (parameters: string) => `
/** One endpoint: the rows of a sheet. */
export class Endpoint${parameters} {
  readonly #call: Call;
  readonly #path: string;

  constructor(call: Call, path: string) {
    this.#call = call;
    this.#path = path;
  }
`;

/** Returns the type parameters of an endpoint: its rows in responses, and its rows in request bodies. */
export function typeParameters({ read, create, update }: Abilities, name = ''): string[] {
  const isWritten = create || update;
  return [...(read || isWritten ? [`${name}Row`] : []), ...(isWritten ? [`${name}Input`] : [])];
}

/** Returns names in angle brackets, or an empty string without names. */
export const inBrackets = (names: readonly string[]): string => (names.length === 0 ? '' : `<${names.join(', ')}>`);

const bounded = (name: string) => (name === 'Row' ? 'Row extends { readonly _id: string }' : name);

/** Returns the client's code, restricted to what the caller may do. */
export function clientCode(hasScope: Abilities): string {
  const { read, create, update, remove } = hasScope;
  const parts: readonly (readonly [when: boolean, code: string])[] = [
    [true, CALLING],
    [read || update || remove, ADDRESSING],
    [read, QUERY_TYPES + QUERY_CODE],
    [read || (create && update), SEARCH_CODE],
    [create || update || remove, WRITING_TYPES],
    [read && (update || remove), FILTERING_TYPES],
    [true, endpoint(inBrackets(typeParameters(hasScope).map(bounded)))],
    [read, READ_METHODS],
    [create, CREATING],
    [update, UPDATING],
    [create && update, UPSERTING],
    [read && update, UPDATING_WHERE],
    [remove, REMOVING],
    [read && remove, REMOVING_WHERE],
  ];
  const code = parts.map(([when, text]) => (when ? text : '')).join('');
  return `${code.trim()}\n}\n`;
}
