import type { StaleRun } from '../../../contract/driveGrid';
import { partitionPoint } from '../../lists';
import type { Steps } from '../../yieldToEventLoop';
import type { FormulaGroup } from './formulaIndex';
import type { RangeRead, RowReference } from './references';

/** Rows from one number to another, both inclusive. */
export type Run = readonly [first: number, last: number];

const NO_ROWS: Run = [1, 0];

/** Set of rows, as ascending runs that neither touch nor overlap. */
export class RowRuns {
  readonly #runs: Run[] = [];

  /** Adds rows. @returns whether some of them were new */
  add(first: number, last: number): boolean {
    const runs = this.#runs;
    // The runs from one index up to another, exclusive, touch or overlap the rows: they become one run with them.
    const from = partitionPoint(runs.length, (index) => runs[index]![1] < first - 1);
    const to = partitionPoint(runs.length, (index) => runs[index]![0] <= last + 1);
    const start = Math.min(first, runs[from]?.[0] ?? first);
    const end = Math.max(last, runs[to - 1]?.[1] ?? last);
    const isKnown = to - from === 1 && runs[from]![0] === start && runs[from]![1] === end;
    if (isKnown) return false;
    runs.splice(from, to - from, [start, end]);
    return true;
  }

  list(): readonly Run[] {
    return this.#runs;
  }
}

/** Cells of one tab whose content differs from the file. 1-based, both ends inclusive. */
export interface ChangedRange {
  readonly columns: readonly [first: number, last: number];
  readonly rows: Run;
  /** Whether its cells have moved since the file: their formulas, which do not move with them, are stale too. */
  readonly isMoved?: boolean;
}

/** Formulas and changes of a tab. */
export interface SheetFormulas {
  readonly sheetId: number;
  /** Title by which formulas refer to it. */
  readonly title: string;
  readonly groups: readonly FormulaGroup[];
  readonly changed: readonly ChangedRange[];
}

/** Stale cells by sheet id; tabs without stale cells are left out. */
export type StaleCells = ReadonlyMap<number, readonly StaleRun[]>;

/** Maximum number of runs to visit; beyond it, every formula counts as stale. */
const MAX_VISITS = 10_000_000;

/** Number of runs visited in one step. */
const VISITS_PER_STEP = 256;

/** Changed cells of a sheet, stale cells included. */
class ChangedCells {
  readonly #columns = new Map<number, RowRuns>();

  /** Ranges over several columns. There are few: they come from moved rows and columns. */
  readonly #wide: readonly ChangedRange[];

  constructor(ranges: readonly ChangedRange[]) {
    const isWide = ({ columns: [first, last] }: ChangedRange) => first < last;
    this.#wide = ranges.filter(isWide);
    for (const range of ranges) if (!isWide(range)) this.add(range.columns[0], range.rows);
  }

  /** Adds cells. @returns whether some of them were new */
  add(column: number, [first, last]: Run): boolean {
    const runs = this.#columns.get(column) ?? new RowRuns();
    this.#columns.set(column, runs);
    return runs.add(first, last);
  }

  /** Returns the rows in which cells of these columns have changed; a row may occur more than once. */
  runsIn([first, last]: ChangedRange['columns']): Run[] {
    const wide = this.#wide.filter(({ columns }) => columns[1] >= first && columns[0] <= last);
    // A range may have far more columns than have changed.
    const columns =
      last - first < this.#columns.size
        ? Array.from({ length: last - first + 1 }, (_, index) => first + index)
        : [...this.#columns.keys()].filter((column) => column >= first && column <= last);
    const runs = columns.flatMap((column) => this.#columns.get(column)?.list() ?? []);
    return [...runs, ...wide.map(({ rows }) => rows)];
  }
}

/** Group of formulas, and its results so far. */
interface GroupState {
  readonly sheetId: number;
  readonly group: FormulaGroup;
  /** Changed cells of its own sheet. */
  readonly cells: ChangedCells;
  readonly stale: RowRuns;
  /** Ranges it reads, with the changed cells of their sheets. */
  readonly reads: readonly { readonly read: RangeRead; readonly from: ChangedCells }[];
}

/** Returns the formula rows for which a referenced row is at or after `row`, as a run without ends. */
const rowsAtOrAfter = (reference: RowReference, row: number): Run =>
  'fixed' in reference ? (reference.fixed >= row ? [1, Infinity] : NO_ROWS) : [row - reference.offset, Infinity];

/** Returns the formula rows for which a referenced row is at or before `row`. */
const rowsAtOrBefore = (reference: RowReference, row: number): Run =>
  'fixed' in reference ? (reference.fixed <= row ? [1, Infinity] : NO_ROWS) : [1, row - reference.offset];

const isEmpty = ([first, last]: Run) => first > last;

/** Returns the smallest run that contains both. */
function hull(a: Run, b: Run): Run {
  if (isEmpty(a)) return b;
  if (isEmpty(b)) return a;
  return [Math.min(a[0], b[0]), Math.max(a[1], b[1])];
}

/** Returns the rows of a group whose formulas read any of the given rows; an empty run (first > last) if none does. */
function rowsReading({ rows: [top, bottom] }: RangeRead, { first, last }: FormulaGroup, [from, to]: Run): Run {
  // Either end may be the upper one: `A$5:A1` becomes `A$5:A9` when it is filled down.
  const reachingDown = hull(rowsAtOrAfter(top, from), rowsAtOrAfter(bottom, from));
  const reachingUp = hull(rowsAtOrBefore(top, to), rowsAtOrBefore(bottom, to));
  return [Math.max(first, reachingDown[0], reachingUp[0]), Math.min(last, reachingDown[1], reachingUp[1])];
}

/**
 * Returns whether each row of a group reads the row above or below it in its own column: then all rows after a stale one are stale
 * too.
 */
function chainDirections({ column }: FormulaGroup, { columns, rows: [top, bottom] }: RangeRead) {
  if (!('offset' in top && 'offset' in bottom) || column < columns[0] || column > columns[1]) {
    return { down: false, up: false };
  }
  const low = Math.min(top.offset, bottom.offset);
  const high = Math.max(top.offset, bottom.offset);
  return { down: low <= -1 && high >= -1, up: low <= 1 && high >= 1 };
}

/** Marks rows as stale. @returns whether some of them were not stale before */
function markStale({ group, cells, stale }: GroupState, first: number, last: number): boolean {
  if (first > last || !stale.add(first, last)) return false;
  cells.add(group.column, [first, last]);
  return true;
}

const markAllStale = (state: GroupState) => markStale(state, state.group.first, state.group.last);

/** Creates the states of all groups. Stale from the start: groups that read unknown cells or missing sheets, and moved groups. */
function* groupStates(sheets: readonly SheetFormulas[]): Steps<GroupState[]> {
  const all = sheets.map((sheet) => ({ ...sheet, cells: new ChangedCells(sheet.changed) }));
  const byTitle = new Map(all.map(({ title, cells }) => [title.toLowerCase(), cells]));
  const states: GroupState[] = [];
  for (const { sheetId, groups, changed, cells } of all) {
    const moved = changed.filter(({ isMoved = false }) => isMoved);
    for (const group of groups) {
      const reads = group.ranges.flatMap((read) => {
        const from = read.sheet === undefined ? cells : byTitle.get(read.sheet);
        return from === undefined ? [] : [{ read, from }];
      });
      const state = { sheetId, group, cells, stale: new RowRuns(), reads };
      if (group.readsUnknown || reads.length < group.ranges.length) markAllStale(state);
      for (const { columns, rows } of moved) {
        if (group.column < columns[0] || group.column > columns[1]) continue;
        markStale(state, Math.max(group.first, rows[0]), Math.min(group.last, rows[1]));
      }
      states.push(state);
      yield;
    }
  }
  return states;
}

/** Returns the rows of a group that read changed cells, run by run; an empty run for each visited run without such rows. */
function* rowsReadingChanges({ group, cells, reads }: GroupState): Generator<Run, void, undefined> {
  for (const { read, from } of reads) {
    const chain = from === cells ? chainDirections(group, read) : { down: false, up: false };
    yield NO_ROWS;
    for (const run of from.runsIn(read.columns)) {
      const [first, last] = rowsReading(read, group, run);
      yield first > last ? NO_ROWS : [chain.up ? group.first : first, chain.down ? group.last : last];
    }
  }
}

/** Marks formulas that read changed or stale cells: scans all groups, in alternating order, until no further one becomes stale. */
function* propagate(groups: readonly GroupState[]): Steps<void> {
  let visits = 0;
  for (let order = groups, hasMore = true; hasMore; order = order.toReversed()) {
    hasMore = false;
    for (const state of order) {
      for (const [first, last] of rowsReadingChanges(state)) {
        visits += 1;
        if (visits % VISITS_PER_STEP === 0) yield;
        if (markStale(state, first, last)) hasMore = true;
      }
      if (visits > MAX_VISITS) return groups.forEach(markAllStale);
      yield;
    }
  }
}

/**
 * Finds the formulas whose values are older than their inputs: those that read a changed cell, a stale formula, or unknown cells
 * while anything in the spreadsheet has changed.
 *
 * @param sheets all tabs of the spreadsheet; if none has changed, no formula is stale
 */
export function* staleCells(sheets: readonly SheetFormulas[]): Steps<StaleCells> {
  if (sheets.every(({ changed }) => changed.length === 0)) return new Map();
  const groups = yield* groupStates(sheets);
  yield* propagate(groups);
  const found = new Map<number, StaleRun[]>();
  for (const { sheetId, group, stale } of groups) {
    const runs = found.get(sheetId) ?? [];
    for (const [first, last] of stale.list()) runs.push([group.column, first, last]);
    if (runs.length > 0) found.set(sheetId, runs);
  }
  return found;
}
