import type { Column, ColumnType, Row } from '../../contract/rows';
import { queryText } from '../snippets/quoting';
import { KEY_PLACEHOLDER, type SnippetRequest } from '../snippets/snippetRequest';
import type { Problems } from '../ui/forms/useForm';
import type { ApiCall } from './calls';
import { exampleOf, groupingColumn } from './columnExamples';
import type { TriedRequest } from './tryItApi';
import { idPart } from '../../contract/idsQuery';

/** Filter operators of the data API as words; `eq` is the default operator. */
export const operatorWords = {
  eq: '=',
  ne: '≠',
  gt: '>',
  gte: '≥',
  lt: '<',
  lte: '≤',
  contains: 'contains',
  startswith: 'begins with',
  endswith: 'ends with',
  in: 'in',
  isblank: 'is blank',
} as const;

/** Name of an operator in the data API. */
export type FilterOperator = keyof typeof operatorWords;

const orderedOperators = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'in', 'isblank'] as const;

/** The useful operators for a type. */
export const operatorsOf: Readonly<Record<ColumnType, readonly FilterOperator[]>> = {
  integer: orderedOperators,
  number: orderedOperators,
  date: orderedOperators,
  datetime: orderedOperators,
  time: orderedOperators,
  boolean: ['eq', 'ne', 'isblank'],
  text: ['eq', 'ne', 'contains', 'startswith', 'endswith', 'in', 'isblank'],
};

/** Returns the name of the query parameter of a filter. */
const filterName = (column: string, operator: FilterOperator) =>
  operator === 'eq' ? column : `${column}__${operator}`;

/** Content of the fields of a call. An empty field is not sent. */
export interface CallDraft {
  readonly column: string;
  readonly operator: FilterOperator;
  readonly value: string;
  readonly limit: string;
  readonly search: string;
  readonly sort: string;
  readonly fields: string;
  readonly offset: string;
  /** Id of a row. */
  readonly id: string;
  readonly body: string;
}

/** Returns an example of a row: the cells of the sheet's first row, or example values. A sheet without rows has none, but a blank row is refused. */
function sampleRow(columns: readonly Column[], first: Row | null) {
  const isBlank = first === null && columns.every((column) => exampleOf(column) === null);
  const blankCell = (type: ColumnType) => (isBlank && type === 'text' ? 'text' : null);
  return Object.fromEntries(
    columns.map((column) => [column.key, first?.[column.key] ?? exampleOf(column) ?? blankCell(column.type)]),
  );
}

/** Returns an example of a body. That of a change has one cell: of a column whose values repeat, which does not identify the row. */
function sampleBody({ id, sendsBody }: ApiCall, columns: readonly Column[], first: Row | null): string {
  if (!sendsBody) return '';
  const grouping = groupingColumn(columns);
  const sent = id === 'change' && grouping !== undefined ? [grouping] : columns;
  return JSON.stringify(sampleRow(sent, first), null, 2);
}

/** Returns an example of a call for this tab. */
export function sampleDraft(call: ApiCall, columns: readonly Column[], first: Row | null): CallDraft {
  const column = groupingColumn(columns);
  return {
    column: column?.key ?? '',
    operator: 'eq',
    value: String((column && exampleOf(column)) ?? ''),
    limit: '2',
    search: '',
    sort: '',
    fields: '',
    offset: '',
    id: first?._id ?? '',
    body: sampleBody(call, columns, first),
  };
}

/** Returns the changes of a draft for another filter column: a valid operator and an example value. */
export function withColumn(draft: CallDraft, column: Column): Partial<CallDraft> {
  const operator = operatorsOf[column.type].includes(draft.operator) ? draft.operator : 'eq';
  const example = exampleOf(column);
  return { column: column.key, operator, value: operator === 'isblank' ? 'true' : String(example ?? '') };
}

function listQuery(draft: CallDraft): SnippetRequest['query'] {
  const { column, operator, value, search, sort, fields, limit, offset } = draft;
  const pairs: SnippetRequest['query'] = [
    [column === '' ? '' : filterName(column, operator), column === '' ? '' : value],
    ['_q', search],
    ['_sort', sort],
    ['_fields', fields],
    ['_limit', limit],
    ['_offset', offset],
  ];
  return pairs.filter(([, text]) => text !== '');
}

const queryOf = (call: ApiCall, draft: CallDraft): SnippetRequest['query'] => {
  if (call.id === 'list') return listQuery(draft);
  return call.id === 'get' && draft.fields !== '' ? [['_fields', draft.fields]] : [];
};

/** Returns the columns of the response, as far as `_fields` contains plain names. */
function returnedColumns(columns: readonly Column[], fields: string): readonly Column[] {
  const names = fields.split(',').map((name) => name.trim());
  if (fields.trim() === '') return columns;
  if (names.every((name) => name.startsWith('-'))) return columns.filter(({ key }) => !names.includes(`-${key}`));
  return columns.filter(({ key, slug }) => names.includes(key) || names.includes(slug));
}

/** A call with its draft and everything that its request depends on. */
export interface WholeCall {
  readonly call: ApiCall;
  readonly draft: CallDraft;
  /** The key as pasted; empty without a key. */
  readonly apiKey: string;
  /** URL of the endpoint. */
  readonly url: string;
  /** Whether the call needs a key. */
  readonly needsKey: boolean;
  readonly columns: readonly Column[];
}

/** Masks a key: its prefix and its end stay visible. */
export const maskedKey = (key: string): string =>
  key.length > 20 ? `${key.slice(0, 6)}••••${key.slice(-4)}` : '•'.repeat(key.length);

const answerKindOf = ({ id }: ApiCall): SnippetRequest['answer'] => {
  if (id === 'delete') return 'nothing';
  return id === 'list' ? 'rows' : 'row';
};

/** Returns the request of a call for its snippet; a missing row id is `{id}`. */
export function toSnippetRequest({ call, draft, apiKey, url, needsKey, columns }: WholeCall): SnippetRequest {
  const { origin, pathname } = new URL(url);
  const secret = apiKey.trim();
  return {
    method: call.method,
    origin,
    path: pathname + (call.ofRow ? `/${draft.id === '' ? '{id}' : idPart(draft.id)}` : ''),
    query: queryOf(call, draft),
    ...((secret !== '' || needsKey) && { key: secret === '' ? KEY_PLACEHOLDER : secret }),
    ...(call.sendsBody && { body: draft.body }),
    answer: answerKindOf(call),
    columns: returnedColumns(columns, draft.fields),
  };
}

/** Whether the call is authenticated as the owner: it needs a key and none is given. */
export const isSentAsOwner = ({ apiKey, needsKey }: Pick<WholeCall, 'apiKey' | 'needsKey'>): boolean =>
  apiKey.trim() === '' && needsKey;

/** Returns the request of a call to send. */
export function toTriedRequest(whole: WholeCall): TriedRequest {
  const { method, path, query, body } = toSnippetRequest(whole);
  const secret = whole.apiKey.trim();
  return {
    method,
    path: path + (query.length === 0 ? '' : `?${queryText(query)}`),
    ...(secret !== '' && { secret }),
    asOwner: isSentAsOwner(whole),
    ...(body !== undefined && { body }),
  };
}

const isJson = (text: string) => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

/** Validates a call. */
export const problemsOf = ({ call, draft, apiKey }: Pick<WholeCall, 'call' | 'draft' | 'apiKey'>): Problems => ({
  id: call.ofRow && draft.id === '' ? 'Give the id of a row.' : undefined,
  body: call.sendsBody && !isJson(draft.body) ? 'This is not JSON yet.' : undefined,
  key: /[^\x21-\x7e]/.test(apiKey.trim()) ? 'A key has only letters, digits, - and _.' : undefined,
});
