import { describeParts } from '../../../contract/describe';
import type { FileFormat } from '../../endpoints/answers/format';
import type { Abilities, NamedTab } from '../describedProject';
import { fileParameters, pageParameters } from './parameters';
import {
  responseWith,
  type CallKind,
  jsonContent,
  type JsonObject,
  problemsOf,
  READ_HEADERS,
  reference,
  WRITE_HEADERS,
} from './parts';
import {
  changeContent,
  fileContent,
  newRowsContent,
  pageContent,
  removedContent,
  rowContent,
  writtenContent,
} from './schemas';

/** An operation of the document. */
export interface Operation {
  readonly path: string;
  readonly method: 'get' | 'post' | 'patch' | 'put' | 'delete';
  readonly kind: CallKind;
  readonly operation: JsonObject;
}

/** Description of one call to a tab. */
interface Call {
  readonly method: Operation['method'];
  /** Suffix of its path after that of the tab. */
  readonly below?: string | undefined;
  /** Operation id, without the name of the tab. */
  readonly verb: string;
  readonly summary: string;
  readonly description: string;
  /** Names of parameters in the components. */
  readonly parameters?: readonly string[];
  readonly body?: JsonObject;
  /** Responses by status, without problems. */
  readonly responses: JsonObject;
}

const NOT_MODIFIED = {
  '304': { description: 'The response has not changed: `If-None-Match` has its current `ETag`.' },
};

/** Returns the responses of a `GET`. */
export const readResponses = (description: string, content: JsonObject, more = ''): JsonObject => ({
  '200': responseWith(description, READ_HEADERS + more, content),
  ...NOT_MODIFIED,
});

const LOOKS =
  'With `_shape`, `_single`, `_distinct`, `_group`, `_fields`, `_keys` or `_values` the shape of the response changes accordingly. Every operator works on every column; `_where` nests them.';

const files: Readonly<Record<FileFormat, Readonly<Record<'verb' | 'what', string>>>> = {
  csv: { verb: 'downloadCsv', what: 'a CSV file, names in its first line' },
  ndjson: { verb: 'downloadNdjson', what: 'lines of JSON, a row each' },
  xlsx: { verb: 'downloadXlsx', what: 'a workbook' },
};

/** Returns the filters for equality. Filters with other operators are described only at the list of rows. */
const equalities = (filters: readonly string[]) => filters.filter((name) => name.endsWith('.eq'));

/** Returns the calls that read rows of a tab. */
function rowCalls(tab: NamedTab, filters: readonly string[], formats: readonly FileFormat[]): Call[] {
  const of = `of “${tab.title}”`;
  return [
    {
      method: 'get',
      verb: 'list',
      summary: `Rows ${of}`,
      description: `Rows must match all filters. ${LOOKS}`,
      parameters: [...pageParameters, ...filters],
      responses: readResponses('A page of rows.', pageContent(tab), ' X-Total-Count Link'),
    },
    {
      method: 'get',
      below: '/{id}',
      verb: 'get',
      summary: `One row ${of}`,
      description: 'The row with this `_id`. A deleted row answers 410.',
      parameters: ['asking.fields', 'asking.keys', 'asking.values'],
      responses: readResponses('The row.', rowContent(tab)),
    },
    {
      method: 'post',
      below: '/_query',
      verb: 'query',
      summary: `Rows ${of}, by a query in the body`,
      description: `Like GET, for queries too long for a URL. It changes nothing. ${LOOKS}`,
      body: jsonContent(reference('schemas', 'Query')),
      responses: { '200': responseWith('A page of rows.', `${READ_HEADERS} X-Total-Count`, pageContent(tab)) },
    },
    ...formats.map((format): Call => {
      const { verb, what } = files[format];
      return {
        method: 'get',
        below: `.${format}`,
        verb,
        summary: `Rows ${of} as ${what}`,
        description: `All matching rows, without pages, as ${what}. All filters of the list of rows work here, with operators too.`,
        parameters: [...fileParameters(format), ...equalities(filters)],
        responses: readResponses('The file.', fileContent(format)),
      };
    }),
  ];
}

/** Returns the call that reads the columns of a tab. */
const schemaCall = ({ title }: NamedTab): Call => ({
  method: 'get',
  below: `/${describeParts.schema}`,
  verb: 'describe',
  summary: `Columns of “${title}”`,
  description: 'Names, types and examples of the columns, without rows.',
  responses: readResponses('The columns, in the order of the sheet.', jsonContent(reference('schemas', 'TabSchema'))),
});

const written = (description: string, content?: JsonObject, more = ''): JsonObject =>
  responseWith(description, WRITE_HEADERS + more, content);

const MATCHING = 'Filters select the rows, as in the list of rows, with operators too. At least one is required.';

/** Parameters of the writes that create or change rows. */
const WRITE_OPTIONS = ['write.dry_run', 'write.unknown', 'write.idempotency'];

const changes = {
  update: { method: 'patch', what: 'Change columns of', rest: 'Columns that are left out keep their values.' },
  replace: { method: 'put', what: 'Replace', rest: 'Columns that are left out become blank.' },
} as const;

/** Rows that a call changes or removes. */
interface Target {
  /** Whether it is one row, by its id, or all that match a filter. */
  readonly kind: 'row' | 'rows';
  readonly below?: string | undefined;
  readonly verbEnding: string;
  readonly what: string;
  /** Names of the parameters that select the rows. */
  readonly parameters: readonly string[];
}

/** @param canRead whether the caller may read: an entity tag can be calculated from guesses of a row's values */
const oneRow = (canRead: boolean): Target => ({
  kind: 'row',
  below: '/{id}',
  verbEnding: '',
  what: 'one row',
  parameters: canRead ? ['write.if_match'] : [],
});

const matchingRows = (filters: readonly string[]): Target => ({
  kind: 'rows',
  verbEnding: 'Matching',
  what: 'the rows that a filter names',
  parameters: ['asking.where', 'asking.q', ...equalities(filters), 'write.max_affected'],
});

function changing(tab: NamedTab, kind: keyof typeof changes, target: Target): Call {
  const { method, what, rest } = changes[kind];
  return {
    method,
    below: target.below,
    verb: kind + target.verbEnding,
    summary: `${what} ${target.what} of “${tab.title}”`,
    description: target.kind === 'row' ? rest : `${rest} ${MATCHING}`,
    parameters: [...target.parameters, ...WRITE_OPTIONS],
    body: changeContent(tab),
    responses: { '200': written('The rows after the change.', writtenContent(tab, target.kind)) },
  };
}

function removing(tab: NamedTab, target: Target): Call {
  const isOne = target.kind === 'row';
  return {
    method: 'delete',
    below: target.below,
    verb: `remove${target.verbEnding}`,
    summary: `Remove ${target.what} of “${tab.title}”`,
    description: isOne ? 'The row is deleted for good: its URL answers 410.' : MATCHING,
    parameters: [...target.parameters, 'write.dry_run', 'write.idempotency'],
    responses: {
      '200': written(isOne ? 'What would be deleted.' : 'The ids of the deleted rows.', removedContent),
      ...(isOne && { '204': written('The row is deleted.') }),
    },
  };
}

const creating = (tab: NamedTab, canUpdate: boolean): Call => ({
  method: 'post',
  verb: 'create',
  summary: `Add rows to “${tab.title}”`,
  description:
    'One row as an object, or a list of rows: all are added or none. Text is stored as text, never as a formula. Forms and CSV are accepted too, by `Content-Type`.',
  parameters: [...(canUpdate ? ['write.upsert'] : []), ...WRITE_OPTIONS],
  body: newRowsContent(tab),
  responses: {
    '200': written('No row was added: the rows that would be, or that were updated.', writtenContent(tab, 'planned')),
    '201': written('The added rows, which are on disk.', writtenContent(tab, 'either'), ' Location'),
  },
});

/** Returns the calls that write to a tab. A filter reveals cell values, so it needs `read`. */
function writeCalls(tab: NamedTab, filters: readonly string[], { read, create, update, remove }: Abilities): Call[] {
  const calls: Call[] = [];
  if (create) calls.push(creating(tab, update));
  for (const target of read ? [oneRow(true), matchingRows(filters)] : [oneRow(false)]) {
    if (update) calls.push(changing(tab, 'update', target), changing(tab, 'replace', target));
    if (remove) calls.push(removing(tab, target));
  }
  return calls;
}

/**
 * Returns the operations that the caller may use on a tab.
 *
 * @param filters names of the tab's filters in the components
 * @param formats file formats that have a path for all rows
 * @param operationId returns a unique operation id for a verb
 */
export function tabOperations(
  tab: NamedTab,
  filters: readonly string[],
  formats: readonly FileFormat[],
  abilities: Abilities,
  operationId: (verb: string) => string,
): Operation[] {
  const operationOf = (call: Call, kind: CallKind): Operation => ({
    path: tab.path + (call.below ?? ''),
    method: call.method,
    kind,
    operation: {
      operationId: operationId(call.verb),
      tags: [tab.title],
      summary: call.summary,
      description: call.description,
      parameters: call.parameters?.map((name) => reference('parameters', name)),
      ...(call.body !== undefined && { requestBody: { required: true, content: call.body } }),
      responses: { ...call.responses, ...problemsOf(kind) },
    },
  });
  const readCalls = abilities.read ? rowCalls(tab, filters, formats) : [];
  if (abilities.schema) readCalls.push(schemaCall(tab));
  return [
    ...readCalls.map((call) => operationOf(call, 'asking')),
    ...writeCalls(tab, filters, abilities).map((call) => operationOf(call, 'writing')),
  ];
}
