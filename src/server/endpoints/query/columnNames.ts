import type { Column } from '../../../contract/rows';

/** The columns of a tab that exist for somebody, by the names they are called by. */
export class ColumnNames {
  readonly #places = new Map<string, number>();
  /** Places of the columns that exist, in their order. */
  readonly visible: readonly number[];

  /**
   * @param columns all columns of the tab
   * @param shown those of them that exist
   */
  constructor(
    readonly columns: readonly Column[],
    shown: readonly Column[],
  ) {
    const exist = new Set(shown);
    this.visible = columns.flatMap((column, place) => (exist.has(column) ? [place] : []));
    for (const place of this.visible) this.#places.set(this.column(place).slug, place);
    for (const place of this.visible) this.#places.set(this.column(place).key, place);
  }

  /** Whether no column is hidden. */
  get areAll(): boolean {
    return this.visible.length === this.columns.length;
  }

  /** Place of a column: exact key first, slug second. */
  find(name: string): number | undefined {
    return this.#places.get(name);
  }

  /** The column at a place that was found. */
  column(place: number): Column {
    const column = this.columns[place];
    if (column === undefined) throw new Error(`There is no column ${place}.`);
    return column;
  }

  /** The keys that exist, in their order. */
  get keys(): string[] {
    return this.visible.map((place) => this.column(place).key);
  }
}
