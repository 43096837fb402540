import type { CellValue } from '../../contract/rows';

/** Columns by their keys. */
type Keyed = readonly { readonly key: string }[];

/**
 * What writes the JSON of rows of these columns, see {@link rowJson}: it is given the id of each, which one that is not written yet may
 * not have, and the JSON of its value in each column.
 */
export function rowJsonWriter(columns: Keyed) {
  const keys = columns.map(({ key }) => `,${JSON.stringify(key)}:`);
  return (id: string | null, jsonOf: (at: number) => string): string => {
    let json = `{"_id":${JSON.stringify(id)}`;
    for (let at = 0; at < keys.length; at += 1) json += keys[at]! + jsonOf(at);
    return `${json}}`;
  };
}

/** The JSON of a row as the data API answers it: `_id` first, then every column. There is one way only to write a row. */
export const rowJson = (columns: Keyed, id: string, values: readonly CellValue[]): string =>
  rowJsonWriter(columns)(id, (at) => JSON.stringify(values[at] ?? null));
