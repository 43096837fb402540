import type { CellValue, ColumnType } from '../../../contract/rows';
import type { NamedTab } from '../describedProject';
import type { DescribedColumn } from '../describedTab';
import { type JsonObject, objectOf } from './json';
import { propertiesOf } from './properties';

/** A type of the data API as JSON has it. */
export const jsonTypes: Readonly<Record<ColumnType, string>> = {
  integer: 'integer',
  number: 'number',
  boolean: 'boolean',
  date: 'string',
  datetime: 'string',
  time: 'string',
  text: 'string',
};

/** Longest example in characters: what is longer is left out, as a part of it would be none. */
const LONGEST_EXAMPLE = 200;

const isShort = (value: CellValue) => typeof value !== 'string' || value.length <= LONGEST_EXAMPLE;

export const examplesOf = ({ examples }: DescribedColumn): CellValue[] => examples.filter(isShort);

/** Where the column stands, as far as that is told, and its header where its key is another name. */
function placeOf({ header, key, cell }: DescribedColumn): string[] {
  const names = [...(cell === '' ? [] : [`under ${cell}`]), ...(header === key ? [] : [`“${header}”`])];
  return names.length === 0 ? [] : [`Column ${names.join(', ')}.`];
}

function described(column: DescribedColumn): JsonObject {
  const sentences = [...placeOf(column), ...(column.unique ? ['Every value is a different one.'] : [])];
  return sentences.length === 0 ? {} : { description: sentences.join(' ') };
}

/** How the values of a column are written, as far as those to come will be: zones are written in more ways than `date-time` has. */
export const formatOf = ({ format }: DescribedColumn): JsonObject =>
  format === undefined || format === 'date-time' ? {} : { format };

/**
 * The values of a column as rows may hold them, whatever they hold today: a client that was generated goes on working when somebody
 * clears a cell, or writes a word that no cell has held so far.
 */
export function valueSchema(column: DescribedColumn): JsonObject {
  const own = jsonTypes[column.type];
  const examples = examplesOf(column);
  return {
    type: [own, ...(column.mixed && own !== 'string' ? ['string'] : []), 'null'],
    ...formatOf(column),
    ...described(column),
    ...(examples.length > 0 && { examples }),
  };
}

/** The values that can be written to a column. */
function givenSchema(column: DescribedColumn, isKey: boolean): JsonObject {
  const { type } = column;
  const isString = jsonTypes[type] === 'string';
  const examples = examplesOf(column).filter((value) => (typeof value === 'string') === isString);
  return {
    type: isKey ? jsonTypes[type] : [jsonTypes[type], 'null'],
    ...formatOf(column),
    ...described(column),
    ...(examples.length > 0 && { examples }),
  };
}

const idSchema: JsonObject = { type: 'string', description: 'Names the row: the last part of its address.' };

/** A row as it is answered. */
export function rowSchema({ title, columns, example }: NamedTab, isWhole: boolean): JsonObject {
  return {
    type: 'object',
    description: `A row of “${title}”.`,
    ...propertiesOf([['_id', idSchema], ...columns.map((column) => [column.key, valueSchema(column)] as const)]),
    required: isWhole ? ['_id', ...columns.map(({ key }) => key)] : ['_id'],
    ...(example !== undefined && { examples: [objectOf(example)] }),
  };
}

/** A row as a write answers it. */
export const writtenSchema = (tab: NamedTab, isWhole: boolean): JsonObject => ({
  ...rowSchema(tab, isWhole),
  description: `A row of “${tab.title}” as it was written: what was left out is blank.`,
});

/** A row as a write would leave it. */
export function plannedSchema({ title, columns }: NamedTab, isWhole: boolean): JsonObject {
  const id: JsonObject = { type: ['string', 'null'], description: 'Null for a row that is not there yet.' };
  return {
    type: 'object',
    description: `A row of “${title}” as it would be, or as it is where nothing was added.`,
    ...propertiesOf([['_id', id], ...columns.map((column) => [column.key, valueSchema(column)] as const)]),
    required: isWhole ? ['_id', ...columns.map(({ key }) => key)] : ['_id'],
  };
}

/** A row as it is given. */
export function inputSchema({ title, columns, keyColumn }: NamedTab, isNew: boolean): JsonObject {
  const needed = isNew && keyColumn !== null ? [keyColumn] : [];
  return {
    type: 'object',
    description: isNew ? `A new row of “${title}”.` : `What a row of “${title}” is changed to.`,
    ...propertiesOf(columns.map((column) => [column.key, givenSchema(column, needed.includes(column.key))] as const)),
    ...(needed.length > 0 && { required: needed }),
    additionalProperties: false,
  };
}
