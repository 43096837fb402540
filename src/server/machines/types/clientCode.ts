import type { Abilities } from '../abilities';
import { ASKING, ASKING_TYPES } from './askingCode';
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
  async *each<Field extends keyof Row = keyof Row>(
    question: Omit<Question<Row, Field>, 'offset'> = {},
  ): AsyncGenerator<Pick<Row, Field | '_id'>, void, undefined> {
    let cursor: string | undefined;
    do {
      const page: Page<Pick<Row, Field | '_id'>> = await this.query({ ...question, cursor });
      yield* page.data;
      cursor = page.meta.cursor;
    } while (cursor !== undefined);
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

/** What was written, as it is now. */
export interface Written<Data> {
  readonly data: Data;
  readonly meta: { readonly revision: number; readonly created?: number; readonly updated?: number };
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

const UPDATING = `
  /** Changes what is given of one row. */
  async update(id: string, change: Partial<Input>, options: ChangeOptions = {}): Promise<Written<Answered<Row>>> {
    const response = await this.#call('PATCH', this.#path + idPart(id), change, writeHeaders(options));
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
    create || update || remove ? WRITING_TYPES : '',
    ...[
      endpoint(inBrackets(typeParameters(may).map(bounded))),
      read ? READING : '',
      create ? CREATING : '',
      update ? UPDATING : '',
    ],
    remove ? REMOVING : '',
  ];
  return `${parts.join('').trim()}\n}\n`;
}
