import type { CellValue } from '../../contract/rows';

/** The JSON of a row as the data API answers it: `_id` first, then every column. There is one way only to write a row. */
export function rowJson(
  columns: readonly { readonly key: string }[],
  id: string,
  values: readonly CellValue[],
): string {
  let write = writers.get(columns);
  if (write === undefined) {
    write = rowWriter(columns);
    writers.set(columns, write);
  }
  return write(id, values);
}

const keyTexts = new WeakMap<readonly { readonly key: string }[], readonly string[]>();

/** What stands before each value in the JSON of a row; worked out once for columns that stay. */
export function rowKeys(columns: readonly { readonly key: string }[]): readonly string[] {
  const known = keyTexts.get(columns) ?? columns.map(({ key }) => `,${JSON.stringify(key)}:`);
  keyTexts.set(columns, known);
  return known;
}

const writers = new WeakMap<readonly { readonly key: string }[], ReturnType<typeof rowWriter>>();

/** Writes rows of the same columns; see {@link rowJson}. */
export function rowWriter(columns: readonly { readonly key: string }[]) {
  const keys = rowKeys(columns);
  return (id: string, values: readonly CellValue[]): string => {
    let json = `{"_id":${JSON.stringify(id)}`;
    for (let at = 0; at < keys.length; at += 1) json += `${keys[at]}${JSON.stringify(values[at] ?? null)}`;
    return `${json}}`;
  };
}
