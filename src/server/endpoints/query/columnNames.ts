import type { Column } from '../../../contract/rows';

/** One text for all ways to write it: an accent may stand with its letter or behind it (Unicode, annex 15). */
const composed = (name: string) => name.normalize('NFC');

const ASCII = /^[\0-\x7f]*$/;

/** The columns of a tab that exist for somebody, by the names they are called by. */
export class ColumnNames {
  readonly #places = new Map<string, number>();
  /** Places of the columns that exist, in their order. */
  readonly visible: readonly number[];

  /**
   * @param columns all columns of the tab
   * @param shown those of them that exist
   * @param visibilityKey tells apart who sees which columns; empty where all are seen
   */
  constructor(
    readonly columns: readonly Column[],
    shown: readonly Column[],
    readonly visibilityKey = '',
  ) {
    const exist = new Set(shown);
    this.visible = columns.flatMap((column, place) => (exist.has(column) ? [place] : []));
    for (const place of this.visible) this.#places.set(this.column(place).slug, place);
    for (const place of this.visible) this.#places.set(composed(this.column(place).key), place);
    for (const place of this.visible) this.#places.set(this.column(place).key, place);
  }

  /** Whether no column is hidden. */
  get areAll(): boolean {
    return this.visible.length === this.columns.length;
  }

  /** Place of a column: exact key first, slug second. */
  find(name: string): number | undefined {
    return this.#places.get(name) ?? (ASCII.test(name) ? undefined : this.#places.get(composed(name)));
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
