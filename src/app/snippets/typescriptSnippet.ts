import type { ColumnType } from '../../contract/rows';
import { fetchCode, typePropertyName } from './javascriptSnippet';
import type { SnippetRequest } from './snippetRequest';

const types: Readonly<Record<ColumnType, string>> = {
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  date: 'string',
  datetime: 'string',
  time: 'string',
  text: 'string',
};

const rowType = (columns: NonNullable<SnippetRequest['columns']>) => [
  'interface Row {',
  '  _id: string;',
  ...columns.map(
    ({ key, type, nullable }) => `  ${typePropertyName(key)}: ${types[type]}${nullable ? ' | null' : ''};`,
  ),
  '}',
  '',
];

/** As in JavaScript, with a type made from the columns. */
export function typescriptSnippet(request: SnippetRequest): string {
  const { answer, columns } = request;
  if (answer === 'nothing' || columns === undefined) return fetchCode(request);
  const data = answer === 'rows' ? '{ data: Row[]; meta: { total: number; revision: number } }' : '{ data: Row }';
  return [...rowType(columns), fetchCode(request, `: ${data}`)].join('\n');
}
