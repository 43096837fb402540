import type { Column } from '../../contract/rows';
import type { KeyScope } from '../../contract/scopes';
import type { Method } from '../ui/display/MethodBadge';
import { comparedColumn, exampleOf, groupingColumn } from './callDraft';
import { said, type Said } from './callTexts';

/** The six calls of an endpoint, in the order they are offered; the first is shown unless another is chosen. */
export const callIds = ['list', 'get', 'add', 'change', 'replace', 'delete'] as const;
export type CallId = (typeof callIds)[number];

export interface ApiCall {
  readonly id: CallId;
  readonly method: Method;
  readonly name: string;
  /** Whether its address ends in the id of a row. */
  readonly ofRow: boolean;
  readonly sendsBody: boolean;
  readonly scope: KeyScope;
  /** Said before it is sent, where it changes the sheet. */
  readonly warning?: string;
}

export const calls: Readonly<Record<CallId, ApiCall>> = {
  list: { id: 'list', method: 'GET', name: 'List rows', ofRow: false, sendsBody: false, scope: 'read' },
  get: { id: 'get', method: 'GET', name: 'Get a row', ofRow: true, sendsBody: false, scope: 'read' },
  add: {
    ...{ id: 'add', method: 'POST', name: 'Add a row', ofRow: false, sendsBody: true, scope: 'create' },
    warning: 'Send adds a real row to your sheet.',
  },
  change: {
    ...{ id: 'change', method: 'PATCH', name: 'Change a row', ofRow: true, sendsBody: true, scope: 'update' },
    warning: 'Send changes a real row of your sheet.',
  },
  replace: {
    ...{ id: 'replace', method: 'PUT', name: 'Replace a row', ofRow: true, sendsBody: true, scope: 'update' },
    warning: 'Send replaces a real row of your sheet.',
  },
  delete: {
    ...{ id: 'delete', method: 'DELETE', name: 'Delete a row', ofRow: true, sendsBody: false, scope: 'delete' },
    warning: 'Send deletes a real row of your sheet.',
  },
};

/** The call that an address names; the list where it names none. */
export const callNamed = (name: string | null): ApiCall => calls[callIds.find((id) => id === name) ?? 'list'];

/** The last part of an endpoint's URL, with its slash: `/beans`. */
export const tabPath = (url: string) => url.slice(url.lastIndexOf('/'));

/** What stands beside a call's name: `/beans/{id}`. */
export const shownPath = (url: string, { ofRow }: ApiCall) => tabPath(url) + (ofRow ? '/{id}' : '');

/** One line of the parameters. */
export interface Parameter {
  readonly name: string;
  /** Its type, and its default where it has one. */
  readonly type: string;
  readonly meaning: Said;
}

const asked = {
  q: { name: '_q', type: 'text', meaning: said`Keep rows where any column contains this text.` },
  fields: { name: '_fields', type: 'text', meaning: said`Comma-separated columns to return. All by default.` },
  limit: { name: '_limit', type: 'integer, 100', meaning: said`How many rows to return, up to 10,000.` },
  offset: { name: '_offset', type: 'integer, 0', meaning: said`How many rows to skip.` },
} satisfies Record<string, Parameter>;

const written = {
  dryRun: {
    name: '_dry_run',
    type: 'integer, 0',
    meaning: said`With ${'1'} nothing is written: the answer says what would be.`,
  },
  unknown: { name: '_unknown', type: 'text', meaning: said`With ${'ignore'} names that are no columns are left out.` },
} satisfies Record<string, Parameter>;

const rowId: Parameter = {
  name: 'id',
  type: 'text, in the address',
  meaning: said`The row’s ${'_id'}, as it is answered with the row.`,
};

function columnParameters(columns: readonly Column[]): readonly Parameter[] {
  const column = groupingColumn(columns);
  const compared = comparedColumn(columns);
  const equal = column && {
    name: column.key,
    type: column.type,
    meaning: said`Keep rows whose column equals this value. Any column works; several must all hold.`,
  };
  const comparing = compared && {
    name: `${compared.column.key}__${compared.operator}`,
    type: compared.column.type,
    meaning:
      compared.operator === 'gte'
        ? said`Keep rows at or above this value. Also ${'__in'}, ${'__contains'}, ${'__isnull'} and 11 more.`
        : said`Keep rows that contain this text. Also ${'__in'}, ${'__startswith'}, ${'__isnull'} and 11 more.`,
  };
  return [equal, comparing].filter((parameter) => parameter !== undefined);
}

function sortParameter(columns: readonly Column[]): Parameter {
  const key = (comparedColumn(columns)?.column ?? columns[0])?.key;
  const meaning =
    key === undefined
      ? said`Columns to sort by. Prefix with a minus for descending.`
      : said`Columns to sort by. Prefix with a minus for descending: ${`-${key}`}`;
  return { name: '_sort', type: 'text', meaning };
}

function upsertParameter(columns: readonly Column[]): Parameter {
  const key = columns.find(({ unique }) => unique)?.key ?? columns[0]?.key ?? 'name';
  return {
    name: '_upsert',
    type: 'text',
    meaning: said`A column, ${key} for example: a row that has this value in it is changed instead.`,
  };
}

const makers: Readonly<Record<CallId, (columns: readonly Column[]) => readonly Parameter[]>> = {
  list: (columns) => [
    ...columnParameters(columns),
    asked.q,
    sortParameter(columns),
    asked.fields,
    asked.limit,
    asked.offset,
  ],
  get: () => [rowId, asked.fields],
  add: (columns) => [upsertParameter(columns), written.dryRun, written.unknown],
  change: () => [rowId, written.dryRun, written.unknown],
  replace: () => [rowId, written.dryRun, written.unknown],
  delete: () => [rowId, written.dryRun],
};

/** The parameters of a call, with names of the tab's own columns. */
export const parametersOf = ({ id }: ApiCall, columns: readonly Column[]) => makers[id](columns);

/** Columns of a body that are listed; a wide sheet has its whole list in the schema. */
const LISTED = 12;

const LONGEST = 60;
const short = (text: string) => (text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text);

const columnMeaning = (column: Column): Said => {
  const example = exampleOf(column);
  return example === null ? said`No value yet.` : said`For example ${short(JSON.stringify(example))}.`;
};

/** What can stand in the body of a call that writes. */
export function bodyOf({ sendsBody }: ApiCall, columns: readonly Column[]) {
  if (!sendsBody) return undefined;
  const listed = columns
    .slice(0, LISTED)
    .map((column): Parameter => ({ name: column.key, type: column.type, meaning: columnMeaning(column) }));
  return { listed, more: columns.length - listed.length };
}
