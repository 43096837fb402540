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
import { fileContent, requestContent, pageContent, removedContent, rowContent, writtenContent } from './schemas';

/** An operation of the document. */
export interface Operation {
  readonly path: string;
  readonly method: 'get' | 'post' | 'patch' | 'put' | 'delete';
  readonly kind: CallKind;
  readonly operation: JsonObject;
}

/** Description of one call to a tab. */
interface Call {
  /** Whether the caller has the permission for it. */
  readonly when: boolean;
  readonly method: Operation['method'];
  /** Suffix of its path after that of the tab. */
  readonly below?: string;
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

const files: Readonly<Record<FileFormat, readonly [verb: string, what: string]>> = {
  csv: ['downloadCsv', 'a CSV file, names in its first line'],
  ndjson: ['downloadNdjson', 'lines of JSON, a row each'],
  xlsx: ['downloadXlsx', 'a workbook'],
};

/** Returns the filters for equality. Filters with other operators are described only at the list of rows. */
const equalities = (filters: readonly string[]) => filters.filter((name) => name.endsWith('.eq'));

/** Returns the calls that read a tab. */
function readCalls(
  tab: NamedTab,
  filters: readonly string[],
  formats: readonly FileFormat[],
  hasScope: Abilities,
): Call[] {
  const of = `of “${tab.title}”`;
  return [
    {
      ...{ when: hasScope.read, method: 'get', verb: 'list', summary: `Rows ${of}` },
      description: `Rows must match all filters. ${LOOKS}`,
      parameters: [...pageParameters, ...filters],
      responses: readResponses('A page of rows.', pageContent(tab), ' X-Total-Count Link'),
    },
    {
      ...{ when: hasScope.read, method: 'get', below: '/{id}', verb: 'get', summary: `One row ${of}` },
      description: 'The row with this `_id`. A deleted row answers 410.',
      parameters: ['asking.fields', 'asking.keys', 'asking.values'],
      responses: readResponses('The row.', rowContent(tab)),
    },
    {
      ...{ when: hasScope.read, method: 'post', below: '/_query', verb: 'query' },
      summary: `Rows ${of}, by a query in the body`,
      description: `Like GET, for queries too long for a URL. It changes nothing. ${LOOKS}`,
      body: jsonContent(reference('schemas', 'Query')),
      responses: { '200': responseWith('A page of rows.', `${READ_HEADERS} X-Total-Count`, pageContent(tab)) },
    },
    ...formats.map((format): Call => {
      const [verb, what] = files[format];
      return {
        ...{ when: hasScope.read, method: 'get', below: `.${format}`, verb, summary: `Rows ${of} as ${what}` },
        description: `All matching rows, without pages, as ${what}. All filters of the list of rows work here, with operators too.`,
        parameters: [...fileParameters(format === 'csv'), ...equalities(filters)],
        responses: readResponses('The file.', fileContent(format)),
      };
    }),
    {
      ...{ when: hasScope.schema, method: 'get', below: `/${describeParts.schema}`, verb: 'describe' },
      summary: `Columns ${of}`,
      description: 'Names, types and examples of the columns, without rows.',
      responses: readResponses(
        'The columns, in the order of the sheet.',
        jsonContent(reference('schemas', 'TabSchema')),
      ),
    },
  ];
}

const written = (description: string, content?: JsonObject, more = ''): JsonObject =>
  responseWith(description, WRITE_HEADERS + more, content);

const MATCHING = 'Filters select the rows, as in the list of rows, with operators too. At least one is required.';

const changes = {
  update: { method: 'patch', what: 'Change columns of', rest: 'Columns that are left out keep their values.' },
  replace: { method: 'put', what: 'Replace', rest: 'Columns that are left out become blank.' },
} as const;

/** Returns the calls that write to a tab. A filter reveals cell values, so it needs `read`. */
function writeCalls(tab: NamedTab, filters: readonly string[], hasScope: Abilities): Call[] {
  const of = `of “${tab.title}”`;
  const filtered = ['asking.where', 'asking.q', ...equalities(filters), 'write.max_affected'];
  // An entity tag can be calculated from guesses of a row's values, so it needs `read` too.
  const selecting = (isOne: boolean) => (isOne ? (hasScope.read ? ['write.if_match'] : []) : filtered);
  const which = (isOne: boolean) => (isOne ? 'one row' : 'the rows that a filter names');
  const common = ['write.dry_run', 'write.unknown', 'write.idempotency'];
  const target = (isOne: boolean) => ({ ...(isOne && { below: '/{id}' }) });
  const verbOf = (verb: string, isOne: boolean) => (isOne ? verb : `${verb}Matching`);
  const changing = (kind: keyof typeof changes, isOne: boolean): Call => ({
    ...{ when: hasScope.update && (isOne || hasScope.read), method: changes[kind].method, ...target(isOne) },
    verb: verbOf(kind, isOne),
    summary: `${changes[kind].what} ${which(isOne)} ${of}`,
    description: isOne ? changes[kind].rest : `${changes[kind].rest} ${MATCHING}`,
    parameters: [...selecting(isOne), ...common],
    body: requestContent(tab, false),
    responses: { '200': written('The rows after the change.', writtenContent(tab, isOne ? 'row' : 'rows')) },
  });
  const removing = (isOne: boolean): Call => ({
    ...{ when: hasScope.remove && (isOne || hasScope.read), method: 'delete', ...target(isOne) },
    verb: verbOf('remove', isOne),
    summary: `Remove ${which(isOne)} ${of}`,
    description: isOne ? 'The row is deleted for good: its URL answers 410.' : MATCHING,
    parameters: [...selecting(isOne), 'write.dry_run', 'write.idempotency'],
    responses: {
      '200': written(isOne ? 'What would be deleted.' : 'The ids of the deleted rows.', removedContent),
      ...(isOne && { '204': written('The row is deleted.') }),
    },
  });
  return [
    {
      ...{ when: hasScope.create, method: 'post', verb: 'create', summary: `Add rows to “${tab.title}”` },
      description:
        'One row as an object, or a list of rows: all are added or none. Text is stored as text, never as a formula. Forms and CSV are accepted too, by `Content-Type`.',
      parameters: [...(hasScope.update ? ['write.upsert'] : []), ...common],
      body: requestContent(tab, true),
      responses: {
        '200': written(
          'No row was added: the rows that would be, or that were updated.',
          writtenContent(tab, 'planned'),
        ),
        '201': written('The added rows, which are on disk.', writtenContent(tab, 'either'), ' Location'),
      },
    },
    ...[changing('update', true), changing('replace', true), removing(true)],
    ...[changing('update', false), changing('replace', false), removing(false)],
  ];
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
  hasScope: Abilities,
  operationId: (verb: string) => string,
): Operation[] {
  const ofKind = (kind: CallKind) => (call: Call) => ({ ...call, kind });
  const calls = [
    ...readCalls(tab, filters, formats, hasScope).map(ofKind('asking')),
    ...writeCalls(tab, filters, hasScope).map(ofKind('writing')),
  ];
  return calls
    .filter(({ when }) => when)
    .map(({ method, below = '', verb, kind, summary, description, parameters, body, responses }) => ({
      ...{ path: tab.path + below, method, kind },
      operation: {
        operationId: operationId(verb),
        tags: [tab.title],
        ...{ summary, description, parameters: parameters?.map((name) => reference('parameters', name)) },
        ...(body !== undefined && { requestBody: { required: true, content: body } }),
        responses: { ...responses, ...problemsOf(kind) },
      },
    }));
}
