import type { Column } from '../../../contract/rows';
import type { Caller } from '../../access/caller';
import { visibleColumns, visibilityKeyOf } from '../../access/columnAccess';
import type { ReadTab } from '../../store/log/endpointsRepository';

/** Normalizes a name: an accent can be part of its letter or a character of its own (Unicode, annex 15). */
const normalize = (name: string) => name.normalize('NFC');

const ASCII = /^[\0-\x7f]*$/;

/** Columns of a tab that a caller may see, by name. */
export class ColumnNames {
  readonly #indexes = new Map<string, number>();
  /** Indexes of the visible columns, in their order, and these columns. */
  readonly visible: readonly number[];
  readonly visibleColumns: readonly Column[];

  /**
   * @param columns all columns of the tab
   * @param shown columns that the caller may see
   * @param visibilityKey identifies the set of visible columns; empty if all are visible
   * @param isBlind whether the caller may write to the columns, but not read them
   */
  constructor(
    readonly columns: readonly Column[],
    shown: readonly Column[],
    readonly visibilityKey = '',
    readonly isBlind = false,
  ) {
    const visibleSet = new Set(shown);
    this.visible = columns.flatMap((column, at) => (visibleSet.has(column) ? [at] : []));
    this.visibleColumns = this.visible.map((at) => this.column(at));
    // An exact key overwrites a normalized one, and both a slug.
    for (const at of this.visible) this.#indexes.set(this.column(at).slug, at);
    for (const at of this.visible) this.#indexes.set(normalize(this.column(at).key), at);
    for (const at of this.visible) this.#indexes.set(this.column(at).key, at);
  }

  /** Whether no column is hidden. */
  get areAll(): boolean {
    return this.visible.length === this.columns.length;
  }

  /** Returns the index of a column: by exact key first, then by slug. */
  find(name: string): number | undefined {
    return this.#indexes.get(name) ?? (ASCII.test(name) ? undefined : this.#indexes.get(normalize(name)));
  }

  /** Returns the column at an index that {@link find} returned. */
  column(at: number): Column {
    const column = this.columns[at];
    if (column === undefined) throw new Error(`There is no column ${at}.`);
    return column;
  }

  /** Keys of the visible columns, in their order. */
  get keys(): string[] {
    return this.visibleColumns.map(({ key }) => key);
  }
}

/** Cached column names, by the columns of a tab, then by visibility key and key column. */
const cachedNames = new WeakMap<readonly Column[], Map<string, ColumnNames>>();

/** Maximum number of cached visibility keys per tab; each key that hides columns differently is one. */
const MAX_CACHED_VISIBILITIES = 1_000;

/**
 * Returns the columns of a tab that a caller may see.
 *
 * @throws Refusal `outdated_key`
 */
export function namesFor(caller: Caller, tab: ReadTab, columns: readonly Column[]): ColumnNames {
  const visibilityKey = visibilityKeyOf(caller, tab.id);
  const views = cachedNames.get(columns) ?? new Map<string, ColumnNames>();
  cachedNames.set(columns, views);
  // Rows and columns may stay the same while the key column changes, so that their ids come from a hidden one.
  const viewKey = visibilityKey === '' ? '' : `${visibilityKey} ${tab.key_column ?? ''}`;
  const cached = views.get(viewKey);
  if (cached !== undefined) return cached;
  const names = new ColumnNames(columns, visibleColumns(caller, tab, columns), visibilityKey);
  if (views.size >= MAX_CACHED_VISIBILITIES) views.clear();
  views.set(viewKey, names);
  return names;
}
