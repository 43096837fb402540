import type { StaleRun } from '../../../contract/driveGrid';
import type { Steps } from '../../yieldToEventLoop';
import type { FormulaGroup } from './formulaIndex';
import type { RangeRead, RowPlace } from './references';
import { RowRuns, type Run } from './rowRuns';

/** Cells of one tab that hold something else than the file did. 1-based, both ends included. */
export interface ChangedRange {
  readonly columns: readonly [first: number, last: number];
  readonly rows: Run;
  /** Whether its cells stand elsewhere than in the file: their formulas, which do not move with them, are stale too. */
  readonly isMoved?: boolean;
}

/** What is known of a tab's formulas and changes. */
export interface SheetToJudge {
  readonly sheetId: number;
  /** By which its own and other sheets' formulas name it. */
  readonly title: string;
  readonly groups: readonly FormulaGroup[];
  readonly changed: readonly ChangedRange[];
}

/** Stale cells of tabs, by their numbers; tabs without any are left out. */
export type StaleCells = ReadonlyMap<number, readonly StaleRun[]>;

/** A group of formulas whose rows are judged. */
interface Judged {
  readonly group: FormulaGroup;
  readonly sheet: number;
  readonly stale: RowRuns;
}

/** A group that reads cells of a sheet. */
interface Reader {
  readonly judged: Judged;
  readonly read: RangeRead;
}

/** A range over more columns is looked at whichever column changes. */
const COLUMNS_LISTED = 16;

/** Looks at readers at most; where that does not suffice, every formula counts as stale. */
const LOOKS_MOST = 2_000_000;

/** The groups that read a sheet. */
class Readers {
  readonly #byColumn = new Map<number, Reader[]>();
  readonly #wide: Reader[] = [];

  add(reader: Reader): void {
    const [first, last] = reader.read.columns;
    if (last - first >= COLUMNS_LISTED) return void this.#wide.push(reader);
    for (let column = first; column <= last; column += 1) {
      const readers = this.#byColumn.get(column);
      if (readers === undefined) this.#byColumn.set(column, [reader]);
      else readers.push(reader);
    }
  }

  /** Those that may read cells of these columns; one may come more than once. */
  *of([first, last]: ChangedRange['columns']): Generator<Reader, void, undefined> {
    if (last - first < COLUMNS_LISTED) {
      for (let column = first; column <= last; column += 1) yield* this.#byColumn.get(column) ?? [];
    } else for (const [column, readers] of this.#byColumn) if (column >= first && column <= last) yield* readers;
    yield* this.#wide;
  }
}

/** The rows from which a place is not behind a row, as a run without ends. */
const reaching = (place: RowPlace, row: number): Run =>
  'fixed' in place ? (place.fixed >= row ? [1, Infinity] : [Infinity, 0]) : [row - place.offset, Infinity];

/** The rows from which a place is not before a row. */
const startingBy = (place: RowPlace, row: number): Run =>
  'fixed' in place ? (place.fixed <= row ? [1, Infinity] : [Infinity, 0]) : [1, row - place.offset];

const either = (one: Run, other: Run): Run =>
  one[0] > one[1] ? other : other[0] > other[1] ? one : [Math.min(one[0], other[0]), Math.max(one[1], other[1])];

/** The rows of a group whose formulas read any of some rows; the first is behind the last where none does. */
export function rowsReading(
  { rows: [one, other] }: RangeRead,
  { first, last }: Pick<FormulaGroup, 'first' | 'last'>,
  [from, to]: Run,
): Run {
  const end = either(reaching(one, from), reaching(other, from));
  const start = either(startingBy(one, to), startingBy(other, to));
  return [Math.max(first, end[0], start[0]), Math.min(last, end[1], start[1])];
}

/** Whether each row of a group reads the row above it, or below it, in its own column: what befalls one befalls all that follow. */
function chainOf({ judged: { group }, read }: Reader): { readonly down: boolean; readonly up: boolean } {
  const [one, other] = read.rows;
  if (!('offset' in one && 'offset' in other) || group.column < read.columns[0] || group.column > read.columns[1]) {
    return { down: false, up: false };
  }
  const [low, high] = [Math.min(one.offset, other.offset), Math.max(one.offset, other.offset)];
  return { down: low <= -1 && high >= -1, up: low <= 1 && high >= 1 };
}

/** Finds stale formulas: what reads a changed cell, or another stale one. */
class Judgement {
  readonly #judged: Judged[];
  readonly #readers = new Map<number, Readers>();
  readonly #waiting: { readonly sheet: number; readonly range: ChangedRange }[] = [];
  #looks = 0;

  constructor(private readonly sheets: readonly SheetToJudge[]) {
    this.#judged = sheets.flatMap(({ sheetId, groups }) =>
      groups.map((group) => ({ group, sheet: sheetId, stale: new RowRuns() })),
    );
  }

  *run(): Steps<StaleCells> {
    const numbers = new Map(this.sheets.map(({ sheetId, title }) => [title.toLowerCase(), sheetId]));
    for (const judged of this.#judged) {
      this.#addReader(judged, numbers);
      yield;
    }
    for (const { sheetId, changed } of this.sheets) {
      // The last to wait is looked at first: rows come in rising order then, and runs grow at their ends.
      for (const range of changed.toReversed()) {
        this.#waiting.push({ sheet: sheetId, range });
        if (range.isMoved !== true) continue;
        this.#addMoved(sheetId, range);
        yield;
      }
    }
    for (let next = this.#waiting.pop(); next !== undefined; next = this.#waiting.pop()) {
      for (const reader of this.#readers.get(next.sheet)?.of(next.range.columns) ?? []) {
        this.#look(reader, next.sheet, next.range);
        if (this.#looks % 256 === 0) yield;
      }
      if (this.#looks > LOOKS_MOST) this.#condemnAll();
      yield;
    }
    return this.#result();
  }

  /** Where a sheet is not there, which cells are read cannot be told. */
  #addReader(judged: Judged, numbers: ReadonlyMap<string, number>) {
    let { isOpen } = judged.group;
    for (const read of judged.group.ranges) {
      const sheet = read.sheet === undefined ? judged.sheet : numbers.get(read.sheet);
      if (sheet === undefined) isOpen = true;
      else {
        const readers = this.#readers.get(sheet) ?? new Readers();
        this.#readers.set(sheet, readers);
        readers.add({ judged, read });
      }
    }
    if (isOpen) this.#condemn(judged, judged.group.first, judged.group.last);
  }

  #addMoved(sheet: number, { columns, rows }: ChangedRange) {
    for (const judged of this.#judged) {
      const { column, first, last } = judged.group;
      if (judged.sheet !== sheet || column < columns[0] || column > columns[1]) continue;
      this.#condemn(judged, Math.max(first, rows[0]), Math.min(last, rows[1]));
    }
  }

  #look(reader: Reader, sheet: number, { rows }: ChangedRange) {
    const { judged, read } = reader;
    this.#looks += 1;
    let [first, last] = rowsReading(read, judged.group, rows);
    if (first > last) return;
    if (judged.sheet === sheet) {
      const { down, up } = chainOf(reader);
      if (down) last = judged.group.last;
      if (up) first = judged.group.first;
    }
    this.#condemn(judged, first, last);
  }

  #condemn({ group: { column }, sheet, stale }: Judged, first: number, last: number) {
    if (first > last) return;
    for (const rows of stale.add(first, last))
      this.#waiting.push({ sheet, range: { columns: [column, column], rows } });
  }

  #condemnAll() {
    for (const judged of this.#judged) judged.stale.add(judged.group.first, judged.group.last);
    this.#waiting.length = 0;
  }

  #result(): StaleCells {
    const found = new Map<number, StaleRun[]>();
    for (const { group, sheet, stale } of this.#judged) {
      const runs = found.get(sheet) ?? [];
      for (const [first, last] of stale.list()) runs.push([group.column, first, last]);
      if (runs.length > 0) found.set(sheet, runs);
    }
    return found;
  }
}

/**
 * The formulas whose values are older than what they were calculated from: those that read a changed cell, a stale formula, or cells
 * that cannot be told while anything in the spreadsheet has changed.
 *
 * @param sheets all tabs of the spreadsheet; where none has changed, no formula is stale
 */
export function* staleCells(sheets: readonly SheetToJudge[]): Steps<StaleCells> {
  if (sheets.every(({ changed }) => changed.length === 0)) return new Map();
  return yield* new Judgement(sheets).run();
}
