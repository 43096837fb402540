import type { CellValue, ColumnType } from '../../../contract/rows';

/** What stands between two records. */
export type Between = ',' | '\n';

/** Records with the same keys, ready to be written out in any form. */
export interface Table {
  readonly keys: readonly string[];
  /** What each key's values are; undefined where nothing is known of them. */
  readonly types: readonly (ColumnType | undefined)[];
  /** Number of records. */
  readonly count: number;
  readonly cell: (record: number, key: number) => CellValue;
  /** Where cells are texts instead of values: whether a cell's value is a number. */
  readonly isNumber?: (record: number, key: number) => boolean;
  /** JSON of the records from one on, before another. */
  readonly json: (from: number, to: number, between: Between) => Buffer;
}

/** Writes records as JSON one value at a time. */
export function jsonOfRecords(
  { keys, cell }: Pick<Table, 'keys' | 'cell'>,
  from: number,
  to: number,
  between: Between,
): Buffer {
  const starts = keys.map((key, at) => `${at === 0 ? '{' : ','}${JSON.stringify(key)}:`);
  let text = '';
  for (let record = from; record < to; record += 1) {
    if (record > from) text += between;
    for (let at = 0; at < starts.length; at += 1) text += starts[at] + JSON.stringify(cell(record, at));
    text += '}';
  }
  return Buffer.from(text);
}
