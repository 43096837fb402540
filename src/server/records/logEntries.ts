import type { RawCell } from '../workbook/rawTab';

/** Cells that are written: the 0-based column of the sheet, and what stands in it from then on; null is blank. */
export type WrittenCells = readonly (readonly [column: number, cell: RawCell])[];

/**
 * What a write does to one row of a drive's tab. A row is named by its 1-based number in the sheet: numbers stay, since a
 * removed row leaves a blank one behind and new rows go below the last.
 */
export type LoggedChange =
  | { readonly kind: 'append'; readonly row: number; readonly id: string; readonly cells: WrittenCells }
  | { readonly kind: 'update'; readonly row: number; readonly cells: WrittenCells }
  | { readonly kind: 'remove'; readonly row: number };

/** What is left of a log for one row: removed, or its cells, of a new row or over those it had. */
export type FinalRow =
  | { readonly kind: 'removed' }
  | { readonly kind: 'new'; readonly id: string; readonly cells: ReadonlyMap<number, RawCell> }
  | { readonly kind: 'changed'; readonly cells: ReadonlyMap<number, RawCell> };

/** The changes in the texts of a log, in their order, made of one text at a time. */
export function* changesIn(entries: Iterable<string>): Generator<LoggedChange, void, undefined> {
  for (const text of entries) for (const write of JSON.parse(text) as LoggedChange[][]) yield* write;
}

function after(before: FinalRow | undefined, change: LoggedChange): FinalRow {
  if (change.kind === 'remove') return { kind: 'removed' };
  if (change.kind === 'append') return { kind: 'new', id: change.id, cells: new Map(change.cells) };
  if (before === undefined || before.kind === 'removed') return { kind: 'changed', cells: new Map(change.cells) };
  return { ...before, cells: new Map([...before.cells, ...change.cells]) };
}

/**
 * What a log comes to, by row number.
 *
 * @param rows what an earlier part of the log has come to; the changes are added to it
 */
export function finalRows(changes: Iterable<LoggedChange>, rows = new Map<number, FinalRow>()): Map<number, FinalRow> {
  for (const change of changes) rows.set(change.row, after(rows.get(change.row), change));
  return rows;
}
