import type { CellValue, ColumnType } from '../../../contract/rows';
import type { NamedTab } from '../describedProject';
import type { DescribedColumn } from '../describedTab';
import { type Json, type JsonObject, objectOf } from './json';
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

/** What is left of a list of types: one of them, or all. */
const typesOf = (types: readonly string[]): Json => (types.length === 1 ? (types[0] ?? '') : types);

/** The values of a column as rows hold them. */
export function valueSchema(column: DescribedColumn): JsonObject {
  const { type, mixed, nullable, format, few } = column;
  const own = jsonTypes[type];
  const types = [own, ...(mixed && own !== 'string' ? ['string'] : []), ...(nullable ? ['null'] : [])];
  const examples = examplesOf(column);
  return {
    type: typesOf(types),
    ...(format !== undefined && { format }),
    ...(few !== undefined && { enum: nullable ? [...few, null] : few }),
    ...described(column),
    ...(examples.length > 0 && { examples }),
  };
}

/** The values that can be written to a column. */
function givenSchema(column: DescribedColumn, isKey: boolean): JsonObject {
  const { type, format } = column;
  const isString = jsonTypes[type] === 'string';
  const examples = examplesOf(column).filter((value) => (typeof value === 'string') === isString);
  return {
    type: isKey ? jsonTypes[type] : [jsonTypes[type], 'null'],
    ...(format !== undefined && { format }),
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

/** What a write may leave in a column, whatever its rows hold so far: anything but in the key column may be blank. */
const asWritten = (column: DescribedColumn, isKey: boolean): DescribedColumn => ({
  ...column,
  few: undefined,
  nullable: !isKey || column.nullable,
});

/** A row as a write answers it: it may hold what no row has held before. */
export function writtenSchema(tab: NamedTab, isWhole: boolean): JsonObject {
  const columns = tab.columns.map((column) => asWritten(column, column.key === tab.keyColumn));
  const description = `A row of “${tab.title}” as it was written: what was left out is blank.`;
  return { ...rowSchema({ ...tab, columns }, isWhole), description };
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
