import type { CellValue } from '../../contract/rows';

/** Columns by their keys. */
type Keyed = readonly { readonly key: string }[];

/** Writes the JSON of a row; `jsonOf` gives the JSON of each value. A row that is not written yet may have no id. */
type RowJsonWriter = (id: string | null, jsonOf: (at: number) => string) => string;

function createWriter(columns: Keyed): RowJsonWriter {
  const keys = columns.map(({ key }) => `,${JSON.stringify(key)}:`);
  return (id, jsonOf) => {
    let json = `{"_id":${JSON.stringify(id)}`;
    for (let at = 0; at < keys.length; at += 1) json += keys[at]! + jsonOf(at);
    return `${json}}`;
  };
}

/** By columns, whose keys are made ready once. */
const writers = new WeakMap<Keyed, RowJsonWriter>();

/** What writes the JSON of rows of these columns, see {@link rowJson}. */
export function rowJsonWriter(columns: Keyed): RowJsonWriter {
  const writer = writers.get(columns) ?? createWriter(columns);
  writers.set(columns, writer);
  return writer;
}

/** The JSON of a row as the data API answers it: `_id` first, then every column. There is one way only to write a row. */
export const rowJson = (columns: Keyed, id: string, values: readonly CellValue[]): string =>
  rowJsonWriter(columns)(id, (at) => JSON.stringify(values[at] ?? null));
