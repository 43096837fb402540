import { createHash } from 'node:crypto';
import type { CellValue, Column } from '../../../../src/contract/rows';
import type {
  Condition,
  FoundRows,
  Grouping,
  Groups,
  Order,
  PageSelection,
  RowChange,
  SelectedPage,
  Selection,
  ServedTab,
  TabView,
} from '../../../../src/server/store/memory/engine';
import { type PlainRow, plainTest } from './plainCondition';
import { plainGroups } from './plainGroups';
import { rowJson } from '../../../../src/server/normalise/rowJson';
import { compareValues } from '../../../../src/server/store/memory/values';

/** A tab’s rows at one revision, as an array that every query scans completely. */
class PlainView implements TabView {
  constructor(
    readonly columns: readonly Column[],
    readonly revision: number,
    /** In the order of the sheet. */
    private readonly list: readonly PlainRow[],
  ) {}

  get rows(): number {
    return this.list.length;
  }

  async prepare(): Promise<void> {}

  select({ offset, limit, ...selection }: PageSelection): SelectedPage {
    const places = this.all(selection);
    return { rowIndexes: places.slice(offset, offset + limit), total: places.length };
  }

  page(selection: PageSelection): FoundRows {
    const { rowIndexes: places, total } = this.select(selection);
    const json = this.writeRows(places);
    return {
      total,
      count: places.length,
      bytes: json.length,
      write: (into, at) => at + json.copy(into, at),
    };
  }

  all({ where, order = [] }: Selection): Uint32Array {
    const test = where === undefined ? () => true : plainTest(where, this.columns);
    const places = [...this.list.keys()].filter((place) => test(this.#row(place)));
    return Uint32Array.from(places.sort((one, other) => this.#compare(order, one, other)));
  }

  group(grouping: Grouping, where?: Condition): Groups {
    const order = grouping.by.map((column) => ({ column, descending: false }));
    const rows = Array.from(this.all({ where, order }), (place) => this.#row(place));
    return plainGroups(this.columns, rows, grouping);
  }

  value(place: number, column: number): CellValue {
    return this.#row(place).values[column] ?? null;
  }

  id(place: number): string {
    return this.#row(place).id;
  }

  rowNumber(place: number): number {
    return this.#row(place).rowNumber;
  }

  version(place: number): string {
    return createHash('sha256').update(this.#row(place).json).digest('base64url').slice(0, 22);
  }

  find(id: string): Uint32Array {
    return this.all({ where: { kind: 'ids', ids: [id] } });
  }

  bytes(place: number): number {
    return Buffer.byteLength(this.#row(place).json);
  }

  rowJson(place: number): Buffer {
    return Buffer.from(this.#row(place).json);
  }

  writeRows(places: ArrayLike<number>, between: ',' | '\n' = ','): Buffer {
    return Buffer.from(
      Array.from(places)
        .map((place) => this.#row(place).json)
        .join(between),
    );
  }

  #row(place: number): PlainRow {
    const row = this.list[place];
    if (row === undefined) throw new RangeError(`There is no row at place ${place}.`);
    return row;
  }

  #compare(order: readonly Order[], one: number, other: number): number {
    for (const { column, descending } of order) {
      if (column === '_row') return descending ? other - one : one - other;
      const value = this.value(one, column);
      const otherValue = this.value(other, column);
      if (value === null && otherValue === null) continue;
      if (value === null || otherValue === null) return value === null ? 1 : -1;
      const sign = compareValues(this.columns[column]?.type ?? 'text', value, otherValue);
      if (sign !== 0) return descending ? -sign : sign;
    }
    return one - other;
  }
}

/** Plain arrays as the reference for the served tab: every query scans all rows, and every change copies the list. */
export class PlainTab implements ServedTab {
  #rows: readonly PlainRow[] = [];
  #revision: number;
  readonly #former = new Map<number, readonly PlainRow[]>();

  constructor(
    readonly columns: readonly Column[],
    revision = 0,
  ) {
    this.#revision = revision;
  }

  get revision(): number {
    return this.#revision;
  }

  get rows(): number {
    return this.#rows.length;
  }

  get bytes(): number {
    return this.#rows.reduce((bytes, { json }) => bytes + 4 * json.length, 0);
  }

  get room(): number {
    return Infinity;
  }

  view(): TabView {
    return new PlainView(this.columns, this.#revision, this.#rows);
  }

  viewAt(revision: number): TabView | undefined {
    if (revision === this.#revision) return this.view();
    const rows = this.#former.get(revision);
    return rows && new PlainView(this.columns, revision, rows);
  }

  async apply(changes: readonly RowChange[], revision: number): Promise<void> {
    const rows = [...this.#rows];
    for (const change of changes) this.#change(rows, change);
    if (revision !== this.#revision) this.#former.set(this.#revision, this.#rows);
    this.#rows = rows.sort((one, other) => one.rowNumber - other.rowNumber);
    this.#revision = revision;
  }

  #change(rows: PlainRow[], change: RowChange) {
    if (change.kind !== 'append') {
      const known = (change.kind === 'update' && change.formerId) || change.id;
      const at = rows.findIndex(({ id, rowNumber }) => id === known && rowNumber === change.row);
      if (at < 0) throw new Error(`There is no row ${known} with the number ${change.row}.`);
      rows.splice(at, 1);
    }
    if (change.kind === 'remove') return;
    const { id, row: rowNumber, values } = change;
    rows.push({ id, rowNumber, values, json: rowJson(this.columns, id, values) });
  }
}
