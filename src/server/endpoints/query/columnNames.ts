import type { Column } from '../../../contract/rows';

/** One text for all ways to write it: an accent may stand with its letter or behind it (Unicode, annex 15). */
const composed = (name: string) => name.normalize('NFC');

const ASCII = /^[\0-\x7f]*$/;

/** The columns of a tab that a caller may see, by their names. */
export class ColumnNames {
  readonly #indexes = new Map<string, number>();
  /** Indexes of the columns that exist, in their order; and those columns. */
  readonly visible: readonly number[];
  readonly visibleColumns: readonly Column[];

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
    this.visible = columns.flatMap((column, at) => (exist.has(column) ? [at] : []));
    this.visibleColumns = this.visible.map((at) => this.column(at));
    for (const at of this.visible) this.#indexes.set(this.column(at).slug, at);
    for (const at of this.visible) this.#indexes.set(composed(this.column(at).key), at);
    for (const at of this.visible) this.#indexes.set(this.column(at).key, at);
  }

  /** Whether no column is hidden. */
  get areAll(): boolean {
    return this.visible.length === this.columns.length;
  }

  /** Index of a column: exact key first, slug second. */
  find(name: string): number | undefined {
    return this.#indexes.get(name) ?? (ASCII.test(name) ? undefined : this.#indexes.get(composed(name)));
  }

  /** The column at an index that was found. */
  column(at: number): Column {
    const column = this.columns[at];
    if (column === undefined) throw new Error(`There is no column ${at}.`);
    return column;
  }

  /** The keys that exist, in their order. */
  get keys(): string[] {
    return this.visibleColumns.map(({ key }) => key);
  }
}
