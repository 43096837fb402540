import { hash } from 'node:crypto';
import type { CellValue, Column } from '../../../contract/rows';
import type { Condition, FoundRows, Grouping, Groups, PageSelection, SelectedPage, Selection, TabView } from './engine';
import type { Indexes } from './indexes';
import type { RunQuery } from '../../yieldToEventLoop';
import { RowSearch } from './rowSearch';
import type { RowStore } from './rowStore';
import { rowsBetween, type Snapshot } from './snapshot';

const LINE_END = 0x0a;

/** Characters of a row's version: 132 bits of its hash. */
const VERSION_LENGTH = 22;

/** The version of a row with this JSON, all of it: `_id` first, then every column. See `TabView.version`. */
export const versionOfJson = (json: string | Buffer): string =>
  hash('sha256', json, 'base64url').slice(0, VERSION_LENGTH);

/** A store after one change, which is asked with the help of its indexes. */
export class StoreView implements TabView {
  readonly #search: RowSearch;

  constructor(
    readonly revision: number,
    private readonly snapshot: Snapshot,
    indexes: Indexes,
  ) {
    this.#search = new RowSearch(snapshot, indexes);
  }

  get columns(): readonly Column[] {
    return this.store.columns;
  }

  get store(): RowStore {
    return this.snapshot.store;
  }

  get rows(): number {
    return this.snapshot.rows;
  }

  prepare(selection: Selection, grouping?: Grouping): ((run?: RunQuery) => Promise<void>) | undefined {
    return this.#search.prepare(selection, grouping);
  }

  select(selection: PageSelection): SelectedPage {
    return this.#search.page(selection);
  }

  page(selection: PageSelection): FoundRows {
    const { where, order = [], offset, limit } = selection;
    const isPlain = where === undefined && order.length === 0 && this.snapshot.isPlain;
    if (!isPlain) {
      const { rowIndexes, total } = this.#search.page(selection);
      return new RowList(this.store, rowIndexes, total);
    }
    const { rows } = this;
    const from = Math.min(offset, rows);
    return new RowList(this.store, rowsBetween(from, Math.min(from + limit, rows)), rows);
  }

  all(selection: Selection): Uint32Array {
    return this.select({ ...selection, offset: 0, limit: this.rows }).rowIndexes;
  }

  group(grouping: Grouping, where?: Condition): Groups {
    return this.#search.group(grouping, where);
  }

  value(row: number, column: number): CellValue {
    return this.store.value(row, column);
  }

  id(row: number): string {
    return this.store.id(row);
  }

  rowNumber(row: number): number {
    return this.store.rowNumbers[row]!;
  }

  version(row: number): string {
    return versionOfJson(this.rowJson(row));
  }

  find(id: string): Uint32Array {
    return this.snapshot.rowsOf(id);
  }

  rowJson(row: number): Buffer {
    return this.store.json(row);
  }

  writeRows(rows: ArrayLike<number>, between: ',' | '\n' = ','): Buffer {
    const list = new RowList(this.store, rows, rows.length);
    const written = Buffer.allocUnsafeSlow(list.bytes + 1);
    list.write(written, 0);
    if (between === '\n') this.#breakLines(rows, written);
    return written.subarray(0, list.bytes);
  }

  /** Puts line ends in place of the commas between rows. */
  #breakLines(rows: ArrayLike<number>, written: Buffer): void {
    let at = -1;
    for (let n = 0; n < rows.length - 1; n += 1) {
      at += this.store.lengths[rows[n]!]!;
      written[at] = LINE_END;
    }
  }
}

/** Rows of a store, to be written out. */
class RowList implements FoundRows {
  readonly bytes: number;
  readonly count: number;

  constructor(
    private readonly store: RowStore,
    private readonly rows: ArrayLike<number>,
    readonly total: number,
  ) {
    this.count = rows.length;
    let bytes = 0;
    for (let n = 0; n < rows.length; n += 1) bytes += store.lengths[rows[n]!]!;
    this.bytes = Math.max(0, bytes - 1);
  }

  /** Writes each row with the comma behind it; rows that are side by side are copied together. */
  write(into: Buffer, at: number): number {
    const { rows, count } = this;
    const { arena, positions, lengths } = this.store;
    if (count === 0) return at;
    let next = at;
    for (let n = 0; n < count;) {
      const row = rows[n]!;
      const position = positions[row]!;
      const block = arena.blockOf(position);
      let bytes = lengths[row]!;
      n += 1;
      while (n < count && positions[rows[n]!] === position + bytes && arena.blockOf(position + bytes) === block) {
        bytes += lengths[rows[n++]!]!;
      }
      const start = arena.offsetOf(position);
      next += block.copy(into, next, start, start + bytes);
    }
    return next - 1;
  }
}
