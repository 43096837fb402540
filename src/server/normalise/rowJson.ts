import type { CellValue } from '../../contract/rows';

/** Columns with their keys. */
type Keyed = readonly { readonly key: string }[];

/**
 * Returns a function that serializes rows of these columns, see {@link rowJson}. It takes the row's id (null for a row not
 * written yet) and a function that returns the JSON of its value in each column.
 */
export function rowJsonWriter(columns: Keyed) {
  const keys = columns.map(({ key }) => `,${JSON.stringify(key)}:`);
  return (id: string | null, jsonOf: (column: number) => string): string => {
    let json = `{"_id":${JSON.stringify(id)}`;
    for (let column = 0; column < keys.length; column += 1) json += keys[column]! + jsonOf(column);
    return `${json}}`;
  };
}

/** Serializes a row as in the data API: `_id` first, then every column. All code that writes rows uses this form. */
export const rowJson = (columns: Keyed, id: string, values: readonly CellValue[]): string =>
  rowJsonWriter(columns)(id, (column) => JSON.stringify(values[column] ?? null));
