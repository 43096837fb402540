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
  for (const text of entries) for (const write of JSON.parse(text) as LoggedChange[][]) yield* write;
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

/** An appended row. */
type AddedRow = Extract<LoggedChange, { kind: 'append' }>;

/** Substrings that every log text with updates or removals contains, and few others do. Saves parsing the rest. */
const CHANGE_MARKERS = ['"kind":"update"', '"kind":"remove"'] as const;

const writesIn = (text: string) => JSON.parse(text) as LoggedChange[][];

/**
 * Splits a log, one text at a time, into rows that are only appended and all others. Most of a log is appended rows that never
 * change again; these are returned at once and not held in memory. The others are final once every text has been read.
 */
export class LogSplitter {
  /** Final state of the rows that were not only appended, by row number. */
  readonly finals = new Map<number, FinalRow>();
  /** Numbers of the rows that the log updates or removes. */
  readonly #touched = new Set<number>();
  #last = 0;

  /** Finds the rows that a text updates or removes. Call it for every text before the first is read. */
  scan(text: string): void {
    if (!CHANGE_MARKERS.some((mark) => text.includes(mark))) return;
    for (const change of writesIn(text).flat()) if (change.kind !== 'append') this.#touched.add(change.row);
  }

  /** Reads the next text. @returns its rows that are only appended, in rising order */
  read(text: string): AddedRow[] {
    const added: AddedRow[] = [];
    for (const write of writesIn(text)) {
      for (const change of write) {
        if (change.kind === 'append' && change.row > this.#last && !this.#touched.has(change.row)) {
          this.#last = change.row;
          added.push(change);
        } else finalRows([change], this.finals);
      }
    }
    return added;
  }
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
