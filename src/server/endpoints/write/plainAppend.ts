import type { CellValue, Column } from '../../../contract/rows';
import { rowJson, rowKeys } from '../../normalise/rowJson';
import { joinedUtf8, jsonUtf8, type Utf8Text, utf8Of } from '../../normalise/utf8Text';
import { sheetColumnsOf } from '../../records/tabState';
import type { RowWrite, WritableTab } from '../../records/work';
import type { ColumnNames } from '../query/columnNames';
import { fittingCell } from './cellValue';
import { type GivenRow, JsonRow } from './givenRows';

/** What a new row holds. */
export interface NewRow {
  readonly id: string;
  readonly ownId: string;
  /** A value for each column of the tab. */
  readonly values: readonly CellValue[];
  /** JSON of its `WrittenCells`. */
  readonly cells: string;
}

/** The write that adds a row below the last one. */
export function appendOf(tab: WritableTab, { id, ownId, values, cells }: NewRow): RowWrite {
  const texts = { cells: utf8Of(cells), json: utf8Of(rowJson(tab.view.columns, id, values)) };
  return { kind: 'append', id, ownId, row: tab.newRow(), values, ...texts };
}

/** What stands before the value of each column in the list of a row's cells: of the first one in it, and of one that follows. */
interface CellStarts {
  readonly first: readonly string[];
  readonly next: readonly string[];
}

const knownStarts = new WeakMap<readonly Column[], CellStarts>();

function cellStartsOf(columns: readonly Column[]): CellStarts {
  const known = knownStarts.get(columns);
  if (known !== undefined) return known;
  const first = sheetColumnsOf(columns).map((column) => `[${column},`);
  const starts = { first, next: first.map((start) => `,${start}`) };
  knownStarts.set(columns, starts);
  return starts;
}

const knownKeys = new WeakMap<readonly Column[], readonly Utf8Text[]>();

/** As `rowKeys` has them. */
function utf8KeysOf(columns: readonly Column[]): readonly Utf8Text[] {
  const known = knownKeys.get(columns) ?? rowKeys(columns).map(utf8Of);
  knownKeys.set(columns, known);
  return known;
}

const NULL = jsonUtf8(null);

/** Values that fit, as they are found; each is written as JSON once, for the row and for its cells. */
class PlainRow {
  /** By place of the column; undefined where nothing was given. */
  readonly #values: (CellValue | undefined)[];
  readonly #texts: Utf8Text[];
  /** Where a cell is written otherwise than its value. */
  #cellTexts: Utf8Text[] | undefined;
  #isBlank = true;

  constructor(
    private readonly names: ColumnNames,
    private readonly isText: boolean,
  ) {
    const { columns } = names;
    this.#values = new Array<CellValue | undefined>(columns.length).fill(undefined);
    this.#texts = new Array<Utf8Text>(columns.length).fill(NULL);
  }

  /** @returns whether there is nothing to say about a value */
  take(name: string, given: unknown): boolean {
    const place = this.names.find(name);
    if (place === undefined || this.#values[place] !== undefined) return false;
    const fitting = fittingCell(given, this.names.column(place), this.isText);
    if ('misfit' in fitting) return false;
    const { value, cell } = fitting;
    this.#values[place] = value;
    if (value === null) return true;
    this.#isBlank = false;
    this.#texts[place] = jsonUtf8(value);
    if (cell !== value) (this.#cellTexts ??= [])[place] = jsonUtf8(cell);
    return true;
  }

  takeAll(row: GivenRow): boolean {
    if (!(row instanceof JsonRow)) return row.entries.every(([name, given]) => this.take(name, given));
    // What JSON has made has no names but its own.
    for (const name in row.object) if (!this.take(name, row.object[name])) return false;
    return true;
  }

  /** The write that adds it; undefined where every cell is blank. */
  append(tab: WritableTab): RowWrite | undefined {
    if (this.#isBlank) return undefined;
    const id = tab.newId();
    const values = this.#values;
    for (let place = 0; place < values.length; place += 1) values[place] ??= null;
    const texts = { cells: this.#cells(), json: this.#json(id) };
    return { kind: 'append', id, ownId: id, row: tab.newRow(), values: values as CellValue[], ...texts };
  }

  #cells(): Utf8Text {
    const { first, next } = cellStartsOf(this.names.columns);
    const texts = this.#texts;
    let cells = '';
    for (let place = 0; place < texts.length; place += 1) {
      if (this.#values[place] === null) continue;
      const start = cells === '' ? first[place]! : next[place]!;
      cells += `${start}${this.#cellTexts?.[place] ?? texts[place]!}]`;
    }
    return joinedUtf8(`[${cells}]`);
  }

  /** As `rowJson` writes it. There is nothing in an id of ours that JSON would write otherwise. */
  #json(id: string): Utf8Text {
    const keys = utf8KeysOf(this.names.columns);
    let json = `{"_id":"${id}"`;
    for (let place = 0; place < keys.length; place += 1) json += keys[place]! + this.#texts[place]!;
    return joinedUtf8(`${json}}`);
  }
}

/**
 * Adds a row where there is nothing to say about it: every name is a column's, named once, every value fits, and the row's id
 * is ours to give. So it is with nearly every row that is sent.
 *
 * @returns undefined where anything is otherwise: it is then looked at thoroughly, and nothing is done yet
 */
export function plainAppend(
  tab: WritableTab,
  names: ColumnNames,
  row: GivenRow,
  isText: boolean,
): RowWrite | undefined {
  if (tab.state.keyAt >= 0) return undefined;
  const plain = new PlainRow(names, isText);
  return plain.takeAll(row) ? plain.append(tab) : undefined;
}
