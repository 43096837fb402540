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

const NOT_MODIFIED = { '304': { description: 'Nothing has changed: `If-None-Match` names the newest answer.' } };

/** Returns the responses of a `GET`. */
export const readResponses = (description: string, content: JsonObject, more = ''): JsonObject => ({
  '200': responseWith(description, READ_HEADERS + more, content),
  ...NOT_MODIFIED,
});

const LOOKS =
  'With `_shape`, `_single`, `_distinct`, `_group`, `_fields`, `_keys` or `_values` the answer looks as they ask. Every operator works on every column; `_where` takes them nested.';

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
      description: `Filters that are given together have to hold together. ${LOOKS}`,
      parameters: [...pageParameters, ...filters],
      responses: readResponses('A page of rows.', pageContent(tab), ' X-Total-Count Link'),
    },
    {
      ...{ when: hasScope.read, method: 'get', below: '/{id}', verb: 'get', summary: `One row ${of}` },
      description: 'The row that has this `_id`. One that was removed answers 410.',
      parameters: ['asking.fields', 'asking.keys', 'asking.values'],
      responses: readResponses('The row.', rowContent(tab)),
    },
    {
      ...{ when: hasScope.read, method: 'post', below: '/_query', verb: 'query' },
      summary: `Rows ${of}, by a question in the body`,
      description: `As a GET of the rows, without a limit to how long the question is. Nothing is changed. ${LOOKS}`,
      body: jsonContent(reference('schemas', 'Question')),
      responses: { '200': responseWith('A page of rows.', `${READ_HEADERS} X-Total-Count`, pageContent(tab)) },
    },
    ...formats.map((format): Call => {
      const [verb, what] = files[format];
      return {
        ...{ when: hasScope.read, method: 'get', below: `.${format}`, verb, summary: `Rows ${of} as ${what}` },
        description: `Everything that is asked for, however long, as ${what}. Every filter of the list of rows works here, those with operators too.`,
        parameters: [...fileParameters(format === 'csv'), ...equalities(filters)],
        responses: readResponses('The file.', fileContent(format)),
      };
    }),
    {
      ...{ when: hasScope.schema, method: 'get', below: `/${describeParts.schema}`, verb: 'describe' },
      summary: `Columns ${of}`,
      description: 'Names, types and examples of the columns, without any rows.',
      responses: readResponses(
        'The columns, in the order of the sheet.',
        jsonContent(reference('schemas', 'TabSchema')),
      ),
    },
  ];
}

const written = (description: string, content?: JsonObject, more = ''): JsonObject =>
  responseWith(description, WRITE_HEADERS + more, content);

const MATCHING = 'Every filter of the list of rows says which rows are meant, those with operators too; one is needed.';

const changes = {
  update: { method: 'patch', what: 'Change columns of', rest: 'What is not given stays as it is.' },
  replace: { method: 'put', what: 'Replace', rest: 'What is not given becomes blank.' },
} as const;

/** Returns the calls that write to a tab. A filter reveals cell values, so it needs `read`. */
function writeCalls(tab: NamedTab, filters: readonly string[], hasScope: Abilities): Call[] {
  const of = `of “${tab.title}”`;
  const filtered = ['asking.where', 'asking.q', ...equalities(filters), 'write.max_affected'];
  const which = (isOne: boolean) => (isOne ? 'one row' : 'the rows that a filter names');
  const common = ['write.dry_run', 'write.unknown', 'write.idempotency'];
  const target = (isOne: boolean) => ({ ...(isOne && { below: '/{id}' }) });
  const verbOf = (verb: string, isOne: boolean) => (isOne ? verb : `${verb}Matching`);
  const changing = (kind: keyof typeof changes, isOne: boolean): Call => ({
    ...{ when: hasScope.update && (isOne || hasScope.read), method: changes[kind].method, ...target(isOne) },
    verb: verbOf(kind, isOne),
    summary: `${changes[kind].what} ${which(isOne)} ${of}`,
    description: isOne ? changes[kind].rest : `${changes[kind].rest} ${MATCHING}`,
    parameters: [...(isOne ? ['write.if_match'] : filtered), ...common],
    body: requestContent(tab, false),
    responses: { '200': written('The rows as they are now.', writtenContent(tab, isOne ? 'row' : 'rows')) },
  });
  const removing = (isOne: boolean): Call => ({
    ...{ when: hasScope.remove && (isOne || hasScope.read), method: 'delete', ...target(isOne) },
    verb: verbOf('remove', isOne),
    summary: `Remove ${which(isOne)} ${of}`,
    description: isOne ? 'The row is gone for good: its address answers 410.' : MATCHING,
    parameters: [...(isOne ? ['write.if_match'] : filtered), 'write.dry_run', 'write.idempotency'],
    responses: {
      '200': written(isOne ? 'What would be removed.' : 'The ids of the rows that are gone.', removedContent),
      ...(isOne && { '204': written('The row is gone.') }),
    },
  });
  return [
    {
      ...{ when: hasScope.create, method: 'post', verb: 'create', summary: `Add rows to “${tab.title}”` },
      description:
        'One object, or a list of them: all or nothing. A text is stored as text, never as a formula. A form and CSV are read too, by their `Content-Type`.',
      parameters: [...(hasScope.update ? ['write.upsert'] : []), ...common],
      body: requestContent(tab, true),
      responses: {
        '200': written('Nothing was added: what would be, or what was updated.', writtenContent(tab, 'planned')),
        '201': written('The new rows, on disk.', writtenContent(tab, 'either'), ' Location'),
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
