import { machineParts } from '../../../contract/machines';
import type { FileFormat } from '../../endpoints/formats/format';
import type { NamedTab } from '../describedProject';
import { fileParameters, pageParameters } from './askingParameters';
import { fileContent, pageContent, rowContent } from './bodies';
import { headersOf, readHeaders } from './headers';
import { type JsonObject, jsonContent, reference } from './json';
import { problemsOf } from './problems';

/** What operations of one tab share. */
export interface Operating {
  readonly tab: NamedTab;
  /** Names of its filters among the components. */
  readonly filters: readonly string[];
  /** Forms in which there is an address of all rows. */
  readonly files: readonly FileFormat[];
  /** An id for an operation, each once. */
  readonly operationId: (verb: string) => string;
}

/** Operations of an address, by their method. */
export type Operations = Readonly<Record<string, JsonObject>>;

export const parametersNamed = (names: readonly string[]) => names.map((name) => reference('parameters', name));

/** Filters by a value; those with operators are described where rows are listed. */
export const equalities = (filters: readonly string[]): string[] => filters.filter((name) => name.endsWith('.eq'));

const NOTHING_NEW = { description: 'Nothing has changed: `If-None-Match` names the newest answer.' };

const looks =
  'With `_shape`, `_single`, `_distinct`, `_group`, `_fields`, `_keys` or `_values` the answer looks as they ask. Every operator works on every column; `_where` takes them nested.';

/** `GET` of the rows. */
const listOperation = ({ tab, filters, operationId }: Operating): JsonObject => ({
  operationId: operationId('list'),
  tags: [tab.title],
  summary: `Rows of “${tab.title}”`,
  description: `Filters that are given together have to hold together. ${looks}`,
  parameters: parametersNamed([...pageParameters, ...filters]),
  responses: {
    '200': {
      description: 'A page of rows.',
      headers: headersOf(...readHeaders, 'X-Total-Count', 'Link'),
      content: pageContent(tab),
    },
    '304': NOTHING_NEW,
    ...problemsOf('asking'),
  },
});

const files: Readonly<Record<FileFormat, string>> = {
  csv: 'a CSV file, names in its first line',
  ndjson: 'lines of JSON, a row each',
  xlsx: 'a workbook',
};

const verbs: Readonly<Record<FileFormat, string>> = {
  csv: 'downloadCsv',
  ndjson: 'downloadNdjson',
  xlsx: 'downloadXlsx',
};

/** `GET` of all rows as a file. */
const fileOperation = ({ tab, filters, operationId }: Operating, format: FileFormat): JsonObject => ({
  operationId: operationId(verbs[format]),
  tags: [tab.title],
  summary: `Rows of “${tab.title}” as ${files[format]}`,
  description: `Everything that is asked for, however long, as ${files[format]}. Every filter of the list of rows works here, those with operators too.`,
  parameters: parametersNamed([...fileParameters(format === 'csv'), ...equalities(filters)]),
  responses: {
    '200': { description: 'The file.', headers: headersOf(...readHeaders), content: fileContent(format) },
    '304': NOTHING_NEW,
    ...problemsOf('asking'),
  },
});

/** `POST …/_query` */
const queryOperation = ({ tab, operationId }: Operating): JsonObject => ({
  operationId: operationId('query'),
  tags: [tab.title],
  summary: `Rows of “${tab.title}”, by a question in the body`,
  description: `As a GET of the rows, without a limit to how long the question is. Nothing is changed. ${looks}`,
  requestBody: { required: true, content: jsonContent(reference('schemas', 'Question')) },
  responses: {
    '200': {
      description: 'A page of rows.',
      headers: headersOf(...readHeaders, 'X-Total-Count'),
      content: pageContent(tab),
    },
    ...problemsOf('asking'),
  },
});

/** `GET` of one row. */
const getOperation = ({ tab, operationId }: Operating): JsonObject => ({
  operationId: operationId('get'),
  tags: [tab.title],
  summary: `One row of “${tab.title}”`,
  description: 'The row that has this `_id`. One that was removed answers 410.',
  parameters: parametersNamed(['asking.fields', 'asking.keys', 'asking.values']),
  responses: {
    '200': { description: 'The row.', headers: headersOf(...readHeaders), content: rowContent(tab) },
    '304': NOTHING_NEW,
    ...problemsOf('asking'),
  },
});

/** `GET …/_schema` */
const describeOperation = ({ tab, operationId }: Operating): JsonObject => ({
  operationId: operationId('describe'),
  tags: [tab.title],
  summary: `Columns of “${tab.title}”`,
  description: 'Names, types and examples of the columns, without any rows.',
  responses: {
    '200': {
      description: 'The columns, in the order of the sheet.',
      headers: headersOf(...readHeaders),
      content: jsonContent(reference('schemas', 'TabSchema')),
    },
    '304': NOTHING_NEW,
    ...problemsOf('asking'),
  },
});

/** The addresses of a tab that are read, with their operations. */
export function readOperations(operating: Operating, may: { readonly read: boolean; readonly schema: boolean }) {
  const { path } = operating.tab;
  const addresses: [string, Operations][] = [];
  if (may.read) {
    addresses.push([path, { get: listOperation(operating) }]);
    addresses.push([`${path}/{id}`, { get: getOperation(operating) }]);
    addresses.push([`${path}/_query`, { post: queryOperation(operating) }]);
    for (const format of operating.files)
      addresses.push([`${path}.${format}`, { get: fileOperation(operating, format) }]);
  }
  if (may.schema) addresses.push([`${path}/${machineParts.schema}`, { get: describeOperation(operating) }]);
  return addresses;
}
