import type { Abilities } from '../abilities';
import { ASKING, ASKING_TYPES, SEARCHING } from './askingCode';
import { ADDRESSING, CALLING } from './callingCode';

const READING = `
  /** A page of rows, by an address that can be cached. */
  async list<Field extends keyof Row = keyof Row>(
    question: Question<Row, Field> = {},
  ): Promise<Page<Pick<Row, Field | '_id'>>> {
    const response = await this.#call('GET', this.#path + searchOf(question as Question<never>));
    return (await response.json()) as Page<Pick<Row, Field | '_id'>>;
  }

  /** A page of rows, by a question of any length; \`meta.cursor\` begins the next one. */
  async query<Field extends keyof Row = keyof Row>(
    question: Question<Row, Field> & { readonly cursor?: string | undefined } = {},
  ): Promise<Page<Pick<Row, Field | '_id'>>> {
    const { where, ...rest } = question;
    const body = { ...rest, ...(where !== undefined && { where: whereOf(where) }) };
    const response = await this.#call('POST', \`\${this.#path}/_query\`, body);
    return (await response.json()) as Page<Pick<Row, Field | '_id'>>;
  }

  /** Every row, page after page, all of one revision. */
  each<Field extends keyof Row = keyof Row>(
    question: Omit<Question<Row, Field>, 'offset'> = {},
  ): Each<Pick<Row, Field | '_id'>> {
    return eachOf((cursor) => this.query({ ...question, cursor }));
  }

  /** One row by its \`_id\`. */
  async get(id: string): Promise<One<Row>> {
    const response = await this.#call('GET', this.#path + idPart(id));
    const answer = (await response.json()) as Omit<One<Row>, 'etag'>;
    return { ...answer, etag: response.headers.get('etag') };
  }
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

/** What an endpoint is made for: rows that are read, or answered when they are written, and rows that are given. */
export function typeParameters({ read, create, update }: Abilities, name = ''): string[] {
  const isWritten = create || update;
  return [...(read || isWritten ? [`${name}Row`] : []), ...(isWritten ? [`${name}Input`] : [])];
}

/** Names in angle brackets, if there are any. */
export const inBrackets = (names: readonly string[]): string => (names.length === 0 ? '' : `<${names.join(', ')}>`);

const bounded = (name: string) => (name === 'Row' ? 'Row extends { readonly _id: string }' : name);

/** The client's code, with what the caller may do and nothing else. */
export function clientCode(may: Abilities): string {
  const { read, create, update, remove } = may;
  const parts = [
    ...[CALLING, read || update || remove ? ADDRESSING : '', read ? ASKING_TYPES + ASKING : ''],
    read || (create && update) ? SEARCHING : '',
    create || update || remove ? WRITING_TYPES : '',
    read && (update || remove) ? FILTERING_TYPES : '',
    ...[
      endpoint(inBrackets(typeParameters(may).map(bounded))),
      read ? READING : '',
      create ? CREATING : '',
      update ? UPDATING : '',
    ],
    create && update ? UPSERTING : '',
    read && update ? UPDATING_WHERE : '',
    remove ? REMOVING : '',
    read && remove ? REMOVING_WHERE : '',
  ];
  return `${parts.join('').trim()}\n}\n`;
}
