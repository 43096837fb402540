import { placed, type RawCell, withoutBlankEnd } from '../../rawTab/rawCells';

/** Written cells: the 0-based column of the sheet and its new content; null is blank. */
export type WrittenCells = readonly (readonly [column: number, cell: RawCell])[];

/**
 * Change of one row of a drive's tab. A row is identified by its 1-based number in the sheet. Numbers are stable: a removed row
 * leaves a blank one behind, and new rows are added below the last.
 */
export type LoggedChange =
  | { readonly kind: 'append'; readonly row: number; readonly id: string; readonly cells: WrittenCells }
  | { readonly kind: 'update'; readonly row: number; readonly cells: WrittenCells }
  | { readonly kind: 'remove'; readonly row: number };

/** Final state of one row after a log: removed, the cells of a new row, or changed cells over the existing ones. */
export type FinalRow =
  | { readonly kind: 'removed' }
  | { readonly kind: 'new'; readonly id: string; readonly cells: ReadonlyMap<number, RawCell> }
  | { readonly kind: 'changed'; readonly cells: ReadonlyMap<number, RawCell> };

/** Parses the texts of a log lazily, one at a time, and yields their changes in order. */
export function* changesIn(entries: Iterable<string>): Generator<LoggedChange, void, undefined> {
  for (const text of entries) {
    const writes = JSON.parse(text) as LoggedChange[][];
    for (const changes of writes) yield* changes;
  }
}

function stateAfter(before: FinalRow | undefined, change: LoggedChange): FinalRow {
  if (change.kind === 'remove') return { kind: 'removed' };
  if (change.kind === 'append') return { kind: 'new', id: change.id, cells: new Map(change.cells) };
  if (before === undefined || before.kind === 'removed') return { kind: 'changed', cells: new Map(change.cells) };
  return { ...before, cells: new Map([...before.cells, ...change.cells]) };
}

/**
 * Reduces changes to the final state of each row, by row number.
 *
 * @param rows final rows of an earlier part of the log; updated in place
 */
export function finalRows(changes: Iterable<LoggedChange>, rows = new Map<number, FinalRow>()): Map<number, FinalRow> {
  for (const change of changes) rows.set(change.row, stateAfter(rows.get(change.row), change));
  return rows;
}

/** Maximum characters of a part of a log, apart from its last text. */
const MAX_CHARACTERS = 1 << 22;

/** Splits the texts of a log into parts, so that only the rows which a part changes are in memory at once. */
export function* partsOf(log: Iterable<string>): Generator<readonly string[], void, undefined> {
  let part: string[] = [];
  let characters = 0;
  for (const text of log) {
    part.push(text);
    characters += text.length;
    if (characters < MAX_CHARACTERS) continue;
    yield part;
    part = [];
    characters = 0;
  }
  yield part;
}

/**
 * Converts a cell for the raw tab of an untyped file, where it stands beside the file's own texts. Its type is marked, so that a
 * text is never parsed as a number or a date, and the format of a number does not turn its column into text.
 */
export function untyped(cell: RawCell): RawCell {
  if (typeof cell === 'string') return { kind: 'text', value: cell };
  if (typeof cell !== 'object' || cell === null) return cell;
  const { kind, value } = cell;
  return typeof value === 'number' || value === null ? value : { kind, value };
}

/**
 * Returns the cells of a row after a write.
 *
 * @param typed whether cells of this file carry their type; see {@link untyped}
 */
export function cellsAfter(
  before: readonly RawCell[],
  written: ReadonlyMap<number, RawCell>,
  typed: boolean,
): RawCell[] {
  return withoutBlankEnd(placed([...before], written, typed ? (cell) => cell : untyped, null));
}
