import type { CellValue } from '../../contract/rows';

declare const isUtf8: unique symbol;

/**
 * A text in UTF-8, of which each character is one byte. It is put together like any other text, and is hashed, kept and sent
 * without being encoded each time. What is put between such texts has to be ASCII.
 */
export type Utf8Text = string & { readonly [isUtf8]: true };

/** What UTF-8 may write otherwise than as one byte: anything but ASCII that is seen. */
const UNUSUAL = /[^ -~]/;

/** Texts that stand in JSON as they are, and in UTF-8 too. */
const PLAIN = /^[ !#-[\]-~]*$/;

/** Encodes a text. */
export const utf8Of = (text: string): Utf8Text =>
  (UNUSUAL.test(text) ? Buffer.from(text).toString('latin1') : text) as Utf8Text;

/** Says of a text that it consists of such texts and ASCII. */
export const joinedUtf8 = (text: string): Utf8Text => text as Utf8Text;

/** Its bytes. */
export const utf8Bytes = (text: Utf8Text): Buffer => Buffer.from(text, 'latin1');

/** The text that was encoded. */
export const textOfUtf8 = (text: Utf8Text): string => utf8Bytes(text).toString('utf8');

/** The JSON of a value or an object. */
export const jsonUtf8 = (value: CellValue | object): Utf8Text =>
  typeof value === 'string' && PLAIN.test(value) ? joinedUtf8(`"${value}"`) : utf8Of(JSON.stringify(value));

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
