import type { Abilities } from '../describedProject';
import { QUERY_CODE, QUERY_TYPES, READ_METHODS, SEARCH_CODE } from './readingCode';

/** Code of every client: options, problems and the function that sends requests. */
const CALLING = `
export interface ConnectOptions {
  /** A key of the project, \`tp_…\`. Put only a publishable one into a web page. */
  readonly key?: string | undefined;
  /** Origin of the server; by default the one this file comes from. */
  readonly origin?: string | undefined;
  /** Used in place of the global \`fetch\`. */
  readonly fetch?: typeof fetch | undefined;
}

/** One line of a problem: what is wrong with one field or one cell. */
export interface ProblemLine {
  readonly field?: string;
  readonly cell?: string;
  readonly detail: string;
}

/** Thrown for every error response. Programs use \`code\`, people read \`message\`. */
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
  /** For 24 hours, a request with the same key returns the first response and writes nothing. */
  readonly idempotencyKey?: string | undefined;
}

export interface ChangeOptions extends WriteOptions {
  /** \`etag\` of the row as it was read. If the row has changed since, the request fails. */
  readonly ifMatch?: string | undefined;
}

/** The written rows; for lists also how many were created, updated, removed or unchanged. */
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

/** A row as it was written: any column may be blank, even one without blank cells before. */
export type Stored<Row> = { readonly [Key in keyof Row]: Key extends '_id' ? Row[Key] : Row[Key] | null };

const writeHeaders = ({ idempotencyKey, ifMatch }: ChangeOptions): Record<string, string> => ({
  ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
  ...(ifMatch !== undefined && { 'if-match': ifMatch }),
});
`;

const CREATING = `
  /** Adds one row. */
  create(row: Input, options?: WriteOptions): Promise<Written<Stored<Row>>>;
  /** Adds up to 500 rows: all or none. */
  create(rows: readonly Input[], options?: WriteOptions): Promise<Written<Stored<Row>[]>>;
  async create(
    given: Input | readonly Input[],
    options: WriteOptions = {},
  ): Promise<Written<Stored<Row> | Stored<Row>[]>> {
    const response = await this.#call('POST', this.#path, given, writeHeaders(options));
    return (await response.json()) as Written<Stored<Row> | Stored<Row>[]>;
  }
`;

const UPSERTING = `
  /** Updates the rows whose value in a column exists, and adds the others: all or none. */
  async upsert(
    column: keyof Input & string,
    rows: readonly Input[],
    options: WriteOptions = {},
  ): Promise<Written<Stored<Row>[]>> {
    const path = this.#path + searchText([['_upsert', column]]);
    const response = await this.#call('POST', path, rows, writeHeaders(options));
    return (await response.json()) as Written<Stored<Row>[]>;
  }
`;

const FILTERING_TYPES = `
export interface FilterOptions extends WriteOptions {
  /** Maximum number of matching rows; 100 by default. */
  readonly maxAffected?: number | undefined;
  /** Returns what would be written, and writes nothing. */
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
  /** Updates the given columns of every matching row. */
  async updateWhere(
    where: Where<Row>,
    change: Partial<Input>,
    options: FilterOptions = {},
  ): Promise<Written<Stored<Row>[]>> {
    const path = this.#path + filterSearch(where, options);
    const response = await this.#call('PATCH', path, change, writeHeaders(options));
    return (await response.json()) as Written<Stored<Row>[]>;
  }
`;

const REMOVING_WHERE = `
  /** Removes every matching row. */
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
  /** Updates the given columns of a row. */
  async update(id: string, change: Partial<Input>, options: ChangeOptions = {}): Promise<Written<Stored<Row>>> {
    const response = await this.#call('PATCH', this.#path + idPart(id), change, writeHeaders(options));
    return (await response.json()) as Written<Stored<Row>>;
  }

  /** Replaces a row: columns that are left out become blank. */
  async replace(id: string, row: Input, options: ChangeOptions = {}): Promise<Written<Stored<Row>>> {
    const response = await this.#call('PUT', this.#path + idPart(id), row, writeHeaders(options));
    return (await response.json()) as Written<Stored<Row>>;
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
  if (create || update) return [`${name}Row`, `${name}Input`];
  return read ? [`${name}Row`] : [];
}

/** Returns names in angle brackets, or an empty string without names. */
export const inBrackets = (names: readonly string[]): string => (names.length === 0 ? '' : `<${names.join(', ')}>`);

/** Returns the client's code, restricted to what the caller may do. */
export function clientCode(abilities: Abilities): string {
  const { read, create, update, remove } = abilities;
  const bounded = typeParameters(abilities).map((name) =>
    name === 'Row' ? 'Row extends { readonly _id: string }' : name,
  );
  const parts: readonly (readonly [isNeeded: boolean, code: string])[] = [
    [true, CALLING],
    [read || update || remove, ADDRESSING],
    [read, QUERY_TYPES + QUERY_CODE],
    [read || (create && update), SEARCH_CODE],
    [create || update || remove, WRITING_TYPES],
    [read && (update || remove), FILTERING_TYPES],
    [true, endpoint(inBrackets(bounded))],
    [read, READ_METHODS],
    [create, CREATING],
    [update, UPDATING],
    [create && update, UPSERTING],
    [read && update, UPDATING_WHERE],
    [remove, REMOVING],
    [read && remove, REMOVING_WHERE],
  ];
  const code = parts.map(([isNeeded, text]) => (isNeeded ? text : '')).join('');
  return `${code.trim()}\n}\n`;
}
