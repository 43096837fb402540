import type { ProblemLine } from '../../../contract/problems';
import type { CellValue, Column } from '../../../contract/rows';
import { isLocked, isRepeated } from '../../normalise/sheetFacts';
import type { RawCell } from '../../rawTab/rawCells';
import { Refusal } from '../../refusal';
import { type PlannedWrite, type RowWrite, sheetColumnOf, type WritableTab } from '../../store/log/plannedWrite';
import type { TabView } from '../../store/memory/engine';
import { cellReference } from '../cellReference';
import type { ColumnNames } from '../query/columnNames';
import { columnList, didYouMean } from '../query/queryRefusals';
import { LongNumber } from '../query/values';
import { BLANK, type FittingCell, fittingCell, type GivenRow, refuseTooManyFields } from './givenCells';
import { lockLine, refuseLocked, removalLine } from './protectedCells';

/** Returns the column names that a caller may use. */
export type NamesOf = (columns: readonly Column[]) => ColumnNames;

/** Result of planning a request. */
export interface PlannedRows extends PlannedWrite {
  /** Rows that the request was planned against. */
  readonly view: TabView;
  /** Unknown names that were ignored. */
  readonly ignored: readonly string[];
  /**
   * Changed rows, and indexes in that view of rows that stay unchanged, in the order of the request: that of its body; for a filter,
   * that of the sheet.
   */
  readonly targets: readonly (RowWrite | number)[];
}

/** Rules for reading the rows of a request. */
export interface RowRules {
  /** Columns that the caller may see. */
  readonly namesOf: NamesOf;
  /** Whether all values are text, from a form or CSV; otherwise they are JSON. */
  readonly isText: boolean;
  /** Whether unknown names are ignored; otherwise they are rejected. */
  readonly ignoreUnknown: boolean;
}

/** Value as sent, and its position in the body, for example `0.Name`. */
export interface GivenCell {
  readonly given: unknown;
  readonly field: string;
}

/** Row whose names are resolved to columns. */
export interface ResolvedRow {
  /** Values by column index. */
  readonly cells: ReadonlyMap<number, GivenCell>;
  /** Values sent as `_id` and `_row`, if any. */
  readonly id: GivenCell | undefined;
  readonly row: GivenCell | undefined;
  /** Position in the body, and the prefix of its columns' names. */
  readonly field: string;
  readonly prefix: string;
}

/** Maximum number of errors in one refusal. */
const MAX_LISTED = 100;

/** Returns the message for an `_id` or `_row` that may not be sent. */
export const unchangeable = (name: '_id' | '_row') => `The ${name} of a row cannot be changed. Leave it out.`;

/** Returns a hint for an unknown name: other services wrap rows in an object, and other tables are separated by semicolons. */
function hintFor(name: string, given: unknown): string {
  if (typeof given === 'object' && given !== null && !(given instanceof LongNumber)) {
    return `Send the row itself, or a list of rows, without “${name}” around it.`;
  }
  if (/[;\t]/.test(name)) return 'Put commas between the names, and between the values below them.';
  return 'With _unknown=ignore, unknown columns are left out.';
}

/**
 * Plans the changes of a request to the rows of a tab, all or nothing. Errors in values and in locked cells are collected, so that
 * one refusal lists all of them; {@link RowPlanner.planned} throws it.
 */
export class RowPlanner {
  readonly names: ColumnNames;
  readonly #targets: (RowWrite | number)[] = [];
  readonly #ignored = new Set<string>();
  readonly #problems: ProblemLine[] = [];
  #hint: string | undefined;
  readonly #locked: ProblemLine[] = [];
  /** By newly assigned id: position in the body, and index of the row; undefined for a new row. */
  readonly #ids = new Map<string, { readonly field: string; readonly rowIndex: number | undefined }>();
  /** Indexes of rows that receive a new id, which frees their old one. */
  readonly #rekeyed = new Set<number>();

  constructor(
    readonly tab: WritableTab,
    private readonly rules: RowRules,
  ) {
    this.names = rules.namesOf(tab.view.columns);
  }

  /** Records an error in a value. @returns undefined, in place of what the value was for */
  problem(field: string, detail: string, hint?: string): undefined {
    this.#problems.push({ field, detail });
    this.#hint ??= hint;
  }

  /** @throws Refusal `invalid_rows` if there are errors; the first one is its message */
  refuseProblems(): void {
    const [first] = this.#problems;
    if (first === undefined) return;
    const errors = this.#problems.slice(0, MAX_LISTED);
    throw new Refusal('invalid_rows', first.detail, { errors, hint: this.#hint });
  }

  /**
   * Resolves the names of a row to columns: exact key first, then slug.
   *
   * @param index position of the row in the body; undefined if the body is the row
   */
  resolve(row: GivenRow, index?: number): ResolvedRow {
    refuseTooManyFields(row.length);
    const prefix = index === undefined ? '' : `${index}.`;
    const cells = new Map<number, GivenCell>();
    const own: { _id?: GivenCell; _row?: GivenCell } = {};
    for (const [name, given] of row) {
      const field = prefix + name;
      const column = this.names.find(name);
      if (column === undefined && (name === '_id' || name === '_row')) own[name] = { given, field };
      else if (column === undefined) this.#handleUnknown(name, { given, field });
      else if (cells.has(column)) {
        this.problem(field, `${this.names.column(column).key} is given twice, by its key and by its slug.`);
      } else cells.set(column, { given, field });
    }
    return { cells, id: own._id, row: own._row, field: String(index ?? 'body'), prefix };
  }

  #handleUnknown(name: string, { given, field }: GivenCell): void {
    if (this.rules.ignoreUnknown) this.#ignored.add(name);
    // Searching for similar names takes time, so it is limited.
    else if (this.#problems.length < MAX_LISTED) {
      const detail = `“${name}” is no column of this endpoint. Its columns are ${columnList(this.names)}.`;
      const hints = [didYouMean(name, this.names.keys), hintFor(name, given)];
      this.problem(field, detail, hints.filter((hint) => hint !== undefined).join(' '));
    }
  }

  /** Returns the cell for a value, or undefined if the value does not fit, which is recorded as a problem. */
  fittingCellOf(at: number, { given, field }: GivenCell): FittingCell | undefined {
    const column = this.names.column(at);
    const fitting = fittingCell(given, column, this.rules.isText);
    if (typeof fitting !== 'string') return fitting;
    const example = column.examples.find((value) => value !== null);
    const hint = example === undefined ? undefined : `Send it like ${JSON.stringify({ [column.key]: example })}.`;
    return this.problem(field, fitting, hint);
  }

  /** Adds a row below the last one. @throws Refusal `duplicate_key` */
  append({ cells: given, field, prefix }: ResolvedRow): void {
    const { view, state } = this.tab;
    /** By column; undefined for a value that does not fit. */
    const fitting = new Map<number, FittingCell | undefined>();
    for (const [column, cell] of given) fitting.set(column, this.fittingCellOf(column, cell));
    if ([...fitting.values()].every((cell) => cell?.value === null)) {
      return this.problem(field, 'A row needs a value in at least one column.');
    }
    const values = view.columns.map((_, column) => fitting.get(column)?.value ?? null);
    const ownId = this.tab.newId();
    const id = this.#idOf(values, prefix + (view.columns[state.keyAt]?.key ?? '')) ?? ownId;
    const cells: [number, RawCell][] = [];
    for (const [column, cell = BLANK] of fitting) {
      if (cell.value !== null) cells.push([sheetColumnOf(view.columns[column]!), cell.cell]);
    }
    this.#targets.push({ kind: 'append', id, ownId, row: this.tab.newRow(), values, cells });
  }

  /**
   * Changes the row at an index. Sent values are checked even if they equal the current ones.
   *
   * @param blanksMissing whether missing columns are blanked
   * @throws Refusal `duplicate_key`
   */
  change(rowIndex: number, { cells: given, field }: ResolvedRow, blanksMissing = false): void {
    const { view, state } = this.tab;
    const formerId = view.id(rowIndex);
    this.tab.settle(formerId);
    const written = this.#changedCells(rowIndex, given, blanksMissing);
    if (written.size === 0) {
      this.#targets.push(rowIndex);
      return;
    }
    const values = view.columns.map((_, column) =>
      written.has(column) ? (written.get(column)?.value ?? null) : view.value(rowIndex, column),
    );
    const row = view.rowNumber(rowIndex);
    // A repeated merged value does not keep a row.
    const isNotOwn = (column: number) => isRepeated(state.sheet, row, this.names.column(column));
    if (this.names.visible.every((column) => (values[column] ?? null) === null || isNotOwn(column))) {
      return this.problem(field, `This would leave the row ${formerId} blank. Delete it instead.`);
    }
    const id = (written.has(state.keyAt) ? this.#idOf(values, field, rowIndex) : undefined) ?? formerId;
    const cells = [...written].map(([column, { cell }]) => [sheetColumnOf(this.names.column(column)), cell] as const);
    const renamed = id === formerId ? {} : { formerId };
    this.#targets.push({ kind: 'update', id, ...renamed, row, values, cells });
  }

  #changedCells(
    rowIndex: number,
    given: ReadonlyMap<number, GivenCell>,
    blanksMissing: boolean,
  ): Map<number, FittingCell> {
    const { view, state } = this.tab;
    const { isText } = this.rules;
    const row = view.rowNumber(rowIndex);
    const rest = blanksMissing ? this.#columnsToBlank(rowIndex, given) : [];
    const written = new Map(rest.map((column) => [column, BLANK]));
    for (const [column, cell] of given) {
      // For blind callers values are written even if the cells have them: they could test guesses otherwise.
      const before = this.names.isBlind ? undefined : view.value(rowIndex, column);
      // A value sent as it was read leaves the cell unchanged, whatever its content.
      const hasText = isText && before !== null && before !== undefined;
      const isSame = hasText ? String(before) === cell.given : before === cell.given;
      const fitting = isSame ? undefined : this.fittingCellOf(column, cell);
      if (fitting === undefined || fitting.value === before) continue;
      const line = lockLine(state.sheet, row, this.names, { column, field: cell.field });
      if (line === undefined) written.set(column, fitting);
      else this.#locked.push(line);
    }
    return written;
  }

  /** Returns the columns to blank: those missing in the request, except the key column and cells with formulas. */
  #columnsToBlank(rowIndex: number, given: ReadonlyMap<number, unknown>): number[] {
    const { view, state } = this.tab;
    const row = view.rowNumber(rowIndex);
    return this.names.visible.filter(
      (column) =>
        !given.has(column) &&
        column !== state.keyAt &&
        view.value(rowIndex, column) !== null &&
        !isLocked(state.sheet, row, this.names.column(column)),
    );
  }

  /** Removes the row at an index. */
  remove(rowIndex: number): void {
    const { view, state } = this.tab;
    const row = view.rowNumber(rowIndex);
    const line = removalLine(state.sheet, row, this.names);
    if (line !== undefined) this.#locked.push(line);
    this.#targets.push({ kind: 'remove', id: view.id(rowIndex), row });
  }

  /**
   * Returns the id that a row's values give it: the value of the key column, if one is set.
   *
   * @param rowIndex index of the changed row; undefined for a new one
   * @returns undefined without a key column, or if the row has no value for it, which is recorded as a problem
   * @throws Refusal `duplicate_key` if another row of the request has the same id
   */
  #idOf(values: readonly CellValue[], field: string, rowIndex?: number): string | undefined {
    const { view, state } = this.tab;
    const column = view.columns[state.keyAt];
    if (column === undefined) return undefined;
    const value = values[state.keyAt] ?? null;
    if (value === null) return this.problem(field, `${column.key} is the key column: every row needs a value for it.`);
    const id = String(value);
    this.tab.settle(id);
    if (this.#ids.has(id)) this.#refuseDuplicateId(id, field);
    this.#ids.set(id, { field, rowIndex });
    if (rowIndex !== undefined) this.#rekeyed.add(rowIndex);
    return id;
  }

  /** @param holder index of the row that has the id already; undefined if the request gives it to two rows */
  #refuseDuplicateId(id: string, field: string, holder?: number): never {
    const { view, state } = this.tab;
    const column = view.columns[state.keyAt] ?? { key: '', slug: '', cell: '' };
    const row = holder === undefined || this.names.isBlind ? undefined : view.rowNumber(holder);
    const cell = row === undefined ? undefined : cellReference(this.names, row, sheetColumnOf(column) + 1);
    const heldBy = `${cell?.where ?? 'Another row'} holds it already`;
    const reason = holder === undefined ? 'This request gives it to two rows' : heldBy;
    const detail = `${column.key} is the key column, and “${id}” would occur twice. ${reason}.`;
    throw new Refusal('duplicate_key', detail, {
      errors: [{ field, ...cell?.line, detail }],
      hint: `To change an existing row, send PATCH, or POST with _upsert=${column.slug}.`,
    });
  }

  /**
   * Returns the planned write. Duplicate ids are checked here, after all rows, because one row may free its id for another.
   *
   * @throws Refusal `invalid_rows`, `duplicate_key`, `cell_not_writable`
   */
  planned(): PlannedRows {
    this.refuseProblems();
    const { view } = this.tab;
    for (const [id, { field, rowIndex }] of this.#ids) {
      const holder = view.find(id).find((existing) => existing !== rowIndex && !this.#rekeyed.has(existing));
      if (holder !== undefined) this.#refuseDuplicateId(id, field, holder);
    }
    refuseLocked(this.#locked);
    const targets = this.#targets;
    const rows = targets.filter((target) => typeof target !== 'number');
    return { view, rows, targets, ignored: [...this.#ignored] };
  }
}
