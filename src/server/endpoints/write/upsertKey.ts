import type { Column } from '../../../contract/rows';
import { sheetColumnOf } from '../../records/tabState';
import { Refusal } from '../../refusal';
import type { TabView } from '../engine/engine';
import type { ColumnNames } from '../query/columnNames';
import { toldCell } from '../whereabouts';
import { checkedCell, type GivenCell, type RowProblems } from './givenCells';

/** The column whose values say which rows are there already. */
export class UpsertKey {
  readonly #seen = new Set<unknown>();
  readonly #column: Column;

  constructor(
    private readonly view: TabView,
    private readonly place: number,
    private readonly names: ColumnNames,
    private readonly problems: RowProblems,
  ) {
    this.#column = names.column(place);
  }

  /**
   * The place of the row that has the value.
   *
   * @param fieldOf where a column stands in the body
   * @returns `new` when no row has it, `wrong` when the value is missing or given twice, which is added to the problems
   * @throws Refusal `duplicate_key` when several rows have it
   */
  find(cells: ReadonlyMap<number, GivenCell>, fieldOf: (name: string) => string): number | 'new' | 'wrong' {
    const given = cells.get(this.place);
    const field = given?.field ?? fieldOf(this.#column.key);
    const fitting = given && checkedCell(this.place, given, this.names, this.problems);
    if (given !== undefined && fitting === undefined) return 'wrong';
    const value = fitting?.value ?? null;
    if (value === null) return this.#wrong(field, `_upsert=${this.#column.key} needs a value for ${this.#column.key}.`);
    if (this.#seen.has(value)) {
      return this.#wrong(field, `Another row of this request has the same ${this.#column.key}.`);
    }
    this.#seen.add(value);
    const places = this.view.all({ where: { kind: 'compare', column: this.place, op: 'eq', value } });
    if (places.length > 1) this.#refuseSeveral(value, places, field);
    return places[0] ?? 'new';
  }

  #wrong(field: string, detail: string): 'wrong' {
    this.problems.add({ field, detail });
    return 'wrong';
  }

  #refuseSeveral(value: unknown, places: Uint32Array, field: string): never {
    const { key } = this.#column;
    const column = sheetColumnOf(this.#column) + 1;
    const cells = [...places.slice(0, 20)].map((place) => toldCell(this.names, this.view.rowNumber(place), column));
    const detail = `${places.length} rows have the ${key} “${String(value)}”, so none of them is meant: ${cells.map(({ where }) => where).join(', ')}.`;
    throw new Refusal('duplicate_key', detail, {
      errors: cells.map(({ line }) => ({ field, ...line, detail: `This cell holds “${String(value)}”.` })),
      hint: 'Give each row another value in this column, or upsert by another one.',
    });
  }
}
