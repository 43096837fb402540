import { createPackedRaw, readRawHead, readRawRows } from '../workbook/packedRaw';
import type { RawCell, RawRow } from '../workbook/rawTab';
import { type FinalRow, finalRows, type LoggedChange } from './logEntries';

/**
 * A cell as the raw tab of an untyped file holds it beside the file's own texts: marked as what it is, so that a text never
 * turns into a number or a date, and none of these turns its column into text by how it would be written.
 */
export function untyped(cell: RawCell): RawCell {
  if (typeof cell === 'string') return { kind: 'text', value: cell };
  if (typeof cell !== 'object' || cell === null) return cell;
  const { kind, value } = cell;
  return typeof value === 'number' || value === null ? value : { kind, value };
}

function cellsOf(before: readonly RawCell[], written: ReadonlyMap<number, RawCell>, typed: boolean): RawCell[] {
  const cells = [...before];
  for (const [column, cell] of written) {
    while (cells.length < column) cells.push(null);
    cells[column] = typed ? cell : untyped(cell);
  }
  while (cells.length > 0 && (cells.at(-1) ?? null) === null) cells.pop();
  return cells;
}

/** A row after its log; undefined when nothing of it is left. */
function foldedRow(row: RawRow, final: FinalRow | undefined, typed: boolean): RawRow | undefined {
  if (final === undefined) return row;
  if (final.kind === 'removed') return undefined;
  const isNew = final.kind === 'new';
  const cells = cellsOf(isNew ? [] : row.cells, final.cells, typed);
  return isNew ? { id: final.id, row: row.row, cells, added: true } : { ...row, cells };
}

/**
 * Makes what was written to a tab part of it: changed cells in their rows, removed rows left out, new rows in their places.
 * Runs in a worker thread.
 *
 * @param packedRaw a packed raw tab (`../workbook/packedRaw.ts`)
 * @returns the packed raw tab with the changes
 */
export async function foldRaw(packedRaw: Buffer, changes: readonly LoggedChange[]): Promise<Buffer> {
  const head = await readRawHead(packedRaw);
  const finals = finalRows(changes);
  const added = [...finals].filter(([, { kind }]) => kind === 'new').toSorted(([one], [other]) => one - other);
  const writer = createPackedRaw();
  const put = (row: RawRow | undefined) => {
    if (row !== undefined && row.cells.length > 0) writer.add(row);
  };
  const putAdded = (before: number) => {
    for (let next = added[0]; next !== undefined && next[0] < before; next = added[0]) {
      put(foldedRow({ id: '', row: next[0], cells: [] }, next[1], head.typed));
      added.shift();
    }
  };
  for await (const row of readRawRows(packedRaw)) {
    putAdded(row.row);
    if (added[0]?.[0] === row.row) added.shift();
    put(foldedRow(row, finals.get(row.row), head.typed));
  }
  putAdded(Infinity);
  return writer.finish(head);
}
