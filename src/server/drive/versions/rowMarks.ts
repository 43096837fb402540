import { readRawRows } from '../../workbook/packedRaw';
import type { RawRow } from '../../workbook/rawTab';
import { textOf } from './cellsAcross';
import { textMark } from './textMark';

/** The rows of a raw tab below its header, as far as recognising them takes. */
export interface MarkedRows {
  readonly ids: readonly string[];
  /** A number of each row's content: equal rows have equal numbers. */
  readonly marks: Float64Array;
  /** Places of the rows that were added after their file was read. */
  readonly added: ReadonlySet<number>;
}

const SEPARATOR = '\u001f';

/** 48 bits of a row's content. */
function markOf({ cells }: RawRow, columns: readonly number[]): number {
  const text = columns.map((column) => textOf(cells[column])).join(SEPARATOR);
  return textMark(text);
}

/** The rows below a row, with a place each, from 0. */
export async function* rowsBelow(raw: Buffer, headerRow: number): AsyncGenerator<[number, RawRow], void, undefined> {
  let place = 0;
  for await (const row of readRawRows(raw)) {
    if (row.row <= headerRow) continue;
    yield [place, row];
    place += 1;
  }
}

/** @param columns 0-based places of the columns whose content counts */
export async function markRows(raw: Buffer, headerRow: number, columns: readonly number[]): Promise<MarkedRows> {
  const ids: string[] = [];
  const marks: number[] = [];
  const added = new Set<number>();
  for await (const [place, row] of rowsBelow(raw, headerRow)) {
    ids.push(row.id);
    marks.push(markOf(row, columns));
    if (row.added === true) added.add(place);
  }
  return { ids, marks: Float64Array.from(marks), added };
}
