import { placed, type RawCell, withoutBlankEnd } from '../../rawTab/rawCells';

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

/** A row that is added. */
type AddedRow = Extract<LoggedChange, { kind: 'append' }>;

/** Part of every text of a log in which rows are changed or removed; in few others. */
const CHANGES = ['"kind":"update"', '"kind":"remove"'] as const;

const writesIn = (text: string) => JSON.parse(text) as LoggedChange[][];

/** Rows that are changed or removed. */
function touchedIn(log: Iterable<string>): Set<number> {
  const touched = new Set<number>();
  for (const text of log) {
    if (!CHANGES.some((mark) => text.includes(mark))) continue;
    for (const change of writesIn(text).flat()) if (change.kind !== 'append') touched.add(change.row);
  }
  return touched;
}

/**
 * Takes a log apart, text by text: most of it are rows that are added one below the other and left alone, and of these nothing
 * need be held. What the rest comes to is known when all has been taken.
 */
export class LogParts {
  /** What the rows come to that were not only added, by their numbers. */
  readonly finals = new Map<number, FinalRow>();
  readonly #touched: ReadonlySet<number>;
  #last = 0;

  /** @param log all that is going to be taken */
  constructor(log: Iterable<string>) {
    this.#touched = touchedIn(log);
  }

  /** Takes the next text. @returns the rows that are only added, below all such before */
  take(text: string): AddedRow[] {
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
 * A cell as the raw tab of an untyped file holds it beside the file's own texts: marked as what it is, so that a text never
 * turns into a number or a date, and none of these turns its column into text by how it would be written.
 */
export function untyped(cell: RawCell): RawCell {
  if (typeof cell === 'string') return { kind: 'text', value: cell };
  if (typeof cell !== 'object' || cell === null) return cell;
  const { kind, value } = cell;
  return typeof value === 'number' || value === null ? value : { kind, value };
}

/**
 * The cells of a row after some were written.
 *
 * @param typed whether cells say what they are; see {@link untyped}
 */
export function cellsAfter(
  before: readonly RawCell[],
  written: ReadonlyMap<number, RawCell>,
  typed: boolean,
): RawCell[] {
  return withoutBlankEnd(placed([...before], written, typed ? (cell) => cell : untyped, null));
}
