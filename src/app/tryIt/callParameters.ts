import type { Column } from '../../contract/rows';
import type { CallId } from './calls';
import { prose, type ProseParts } from './callTexts';
import { comparedColumn, exampleOf, groupingColumn } from './columnExamples';

/** Documentation of a parameter. */
export interface Parameter {
  readonly name: string;
  /** Its type, and its default if it has one. */
  readonly type: string;
  readonly meaning: ProseParts;
}

const readParameters = {
  q: { name: '_q', type: 'text', meaning: prose`Keep rows where any column contains this text.` },
  fields: { name: '_fields', type: 'text', meaning: prose`Comma-separated columns to return. All by default.` },
  limit: { name: '_limit', type: 'integer, 100', meaning: prose`How many rows to return, up to 10,000.` },
  offset: { name: '_offset', type: 'integer, 0', meaning: prose`How many rows to skip.` },
} satisfies Record<string, Parameter>;

const writeParameters = {
  dryRun: {
    name: '_dry_run',
    type: 'integer, 0',
    meaning: prose`With ${'1'} nothing is written: the answer says what would be.`,
  },
  unknown: { name: '_unknown', type: 'text', meaning: prose`With ${'ignore'} names that are no columns are left out.` },
} satisfies Record<string, Parameter>;

const rowId: Parameter = {
  name: 'id',
  type: 'text, in the address',
  meaning: prose`The row’s ${'_id'}, as it is answered with the row.`,
};

function columnParameters(columns: readonly Column[]): readonly Parameter[] {
  const column = groupingColumn(columns);
  const compared = comparedColumn(columns);
  const equal = column && {
    name: column.key,
    type: column.type,
    meaning: prose`Keep rows whose column equals this value. Any column works; several must all hold.`,
  };
  const comparing = compared && {
    name: `${compared.column.key}__${compared.operator}`,
    type: compared.column.type,
    meaning:
      compared.operator === 'gte'
        ? prose`Keep rows at or above this value. Also ${'__in'}, ${'__contains'}, ${'__isnull'} and 11 more.`
        : prose`Keep rows that contain this text. Also ${'__in'}, ${'__startswith'}, ${'__isnull'} and 11 more.`,
  };
  return [equal, comparing].filter((parameter) => parameter !== undefined);
}

function sortParameter(columns: readonly Column[]): Parameter {
  const key = (comparedColumn(columns)?.column ?? columns[0])?.key;
  const meaning =
    key === undefined
      ? prose`Columns to sort by. Prefix with a minus for descending.`
      : prose`Columns to sort by. Prefix with a minus for descending: ${`-${key}`}`;
  return { name: '_sort', type: 'text', meaning };
}

function upsertParameter(columns: readonly Column[]): Parameter {
  const key = columns.find(({ unique }) => unique)?.key ?? columns[0]?.key ?? 'name';
  return {
    name: '_upsert',
    type: 'text',
    meaning: prose`A column, ${key} for example: a row that has this value in it is changed instead.`,
  };
}

/** The parameters of the calls, with the column names of the tab. */
export const parametersOf: Readonly<Record<CallId, (columns: readonly Column[]) => readonly Parameter[]>> = {
  list: (columns) => [
    ...columnParameters(columns),
    readParameters.q,
    sortParameter(columns),
    readParameters.fields,
    readParameters.limit,
    readParameters.offset,
  ],
  get: () => [rowId, readParameters.fields],
  add: (columns) => [upsertParameter(columns), writeParameters.dryRun, writeParameters.unknown],
  change: () => [rowId, writeParameters.dryRun, writeParameters.unknown],
  replace: () => [rowId, writeParameters.dryRun, writeParameters.unknown],
  delete: () => [rowId, writeParameters.dryRun],
};

const MAX_EXAMPLE_CHARACTERS = 60;
const truncate = (text: string) =>
  text.length > MAX_EXAMPLE_CHARACTERS ? `${text.slice(0, MAX_EXAMPLE_CHARACTERS - 1)}…` : text;

/** Returns the documentation of a column in the body of a call. */
export function bodyParameter(column: Column): Parameter {
  const example = exampleOf(column);
  const meaning = example === null ? prose`No value yet.` : prose`For example ${truncate(JSON.stringify(example))}.`;
  return { name: column.key, type: column.type, meaning };
}
