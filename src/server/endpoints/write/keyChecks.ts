import type { CellValue } from '../../../contract/rows';
import { sheetColumnOf } from '../../records/tabState';
import type { WritableTab } from '../../records/work';
import { Refusal } from '../../refusal';
import type { ColumnNames } from '../query/columnNames';
import { toldCell } from '../whereabouts';
import type { RowProblems } from './givenCells';

/** Where an id was given, and to which row: one that there was, by its place, or a new one. */
interface Given {
  readonly field: string;
  readonly place: number | undefined;
}

/**
 * Sees to it that no value of the key column, where one is declared, is there twice: its values are the rows' ids. Whether others
 * have it is judged when all rows of a request are known, as one of them may leave it to another.
 */
export class KeyChecks {
  readonly #given = new Map<string, Given>();
  /** Places of rows that are given an id: what they had is free. */
  readonly #renamed = new Set<number>();

  constructor(private readonly names: ColumnNames) {}

  /**
   * The id that a row's values give it.
   *
   * @param field where the value stands in the body
   * @param place of the row that is changed; none for a new one
   * @returns undefined without a key column, or when the row has no value for it, which is added to the problems
   * @throws Refusal `duplicate_key` when another row of the request is given the value
   */
  idOf(tab: WritableTab, values: readonly CellValue[], field: string, problems: RowProblems, place?: number) {
    const { view, state } = tab;
    const column = view.columns[state.keyAt];
    if (column === undefined) return undefined;
    const value = values[state.keyAt] ?? null;
    if (value === null) {
      problems.add({ field, detail: `${column.key} is the key column: every row needs a value for it.` });
      return undefined;
    }
    const id = String(value);
    tab.settle(id);
    if (this.#given.has(id)) refuseTwice(tab, this.names, id, field);
    this.#given.set(id, { field, place });
    if (place !== undefined) this.#renamed.add(place);
    return id;
  }

  /**
   * Judges the ids that were given, once all rows of the request are known.
   *
   * @throws Refusal `duplicate_key` when a row that keeps its id has one of them
   */
  judge(tab: WritableTab): void {
    for (const [id, { field, place }] of this.#given) {
      const other = tab.view.find(id).find((one) => one !== place && !this.#renamed.has(one));
      if (other !== undefined) refuseTwice(tab, this.names, id, field, other);
    }
  }
}

function refuseTwice(
  { view, state }: WritableTab,
  names: ColumnNames,
  id: string,
  field: string,
  other?: number,
): never {
  const column = view.columns[state.keyAt] ?? { key: '', slug: '', cell: '' };
  const cell = other === undefined ? undefined : toldCell(names, view.rowNumber(other), sheetColumnOf(column) + 1);
  const where = cell === undefined ? 'This request gives it to two rows' : `${cell.where} holds it already`;
  const detail = `${column.key} is the key column, and “${id}” would be there twice. ${where}.`;
  throw new Refusal('duplicate_key', detail, {
    errors: [{ field, ...cell?.line, detail }],
    hint: `To change a row that is there, send PATCH, or POST with _upsert=${column.slug}.`,
  });
}
