import { addressOf } from '../../contract/gridCells';
import type { Warning } from '../../contract/projects';
import type { Column } from '../../contract/rows';
import { isRange, type Merge } from '../rawTab/cellAddress';
import type { TabSettings } from './derivedTab';

type WarningCode = Warning['code'];

/** Maximum warnings listed for each kind, followed by one with the number of the others; and maximum in total. */
const MAX_OF_A_KIND = 20;
const MAX_WARNINGS = 100;

/** Summary of further warnings of a kind, after a number such as `12 more`. */
const summaries: Record<WarningCode, string> = {
  blank_header: 'columns without a header were named after their letter.',
  duplicate_header: 'columns with a repeated header were numbered.',
  error_cells: 'cells hold an error and are null.',
  merged_cells: 'ranges of cells are merged.',
  mixed_types: 'cells or columns do not fit one type and are answered as text.',
  number_as_text: 'columns with numbers stay text.',
  skipped_rows: 'ranges of rows were left out.',
  cut_text: 'cells were cut.',
  formula_without_value: 'cells hold a formula without a stored value and are null.',
  duplicate_key: 'rows repeat a value of the key column.',
  blank_key: 'rows have no value in the key column.',
  unused_setting: 'settings have no effect.',
  unsure_encoding: 'files may be read wrongly.',
  unsure_decimals: 'columns have numbers that could be read otherwise.',
  no_header: 'sheets have no header row.',
};

/** Collects a tab's warnings in order, limited to a readable number. */
export class Warnings {
  /** By code: the first warnings, and the number of the others. */
  readonly #kinds = new Map<WarningCode, { readonly listed: Warning[]; more: number }>();

  /**
   * Adds a warning.
   *
   * @param detail message for people
   * @param cell address of the cell, for example `C1`
   */
  add(code: WarningCode, detail: string, cell?: string): void {
    const kind = this.#kinds.get(code) ?? { listed: [], more: 0 };
    this.#kinds.set(code, kind);
    if (kind.listed.length === MAX_OF_A_KIND) kind.more += 1;
    else kind.listed.push({ code, detail, ...(cell !== undefined && { cell }) });
  }

  /** Appends the warnings of another collection. */
  append(others: Warnings): void {
    for (const [code, { listed, more }] of others.#kinds) {
      for (const { detail, cell } of listed) this.add(code, detail, cell);
      this.#kinds.get(code)!.more += more;
    }
  }

  /** Returns at most a hundred warnings: the first twenty of each kind, then the number of the others. */
  list(): Warning[] {
    const all = [...this.#kinds].flatMap(([code, { listed, more }]) =>
      more === 0 ? listed : [...listed, { code, detail: `${more} more ${summaries[code]}` }],
    );
    return all.slice(0, MAX_WARNINGS);
  }
}

/** Shortens a value for a message. */
export const quoted = (text: string) => (text.length > 40 ? `${text.slice(0, 39)}…` : text);

/** Warns of merged ranges that overlap the header row or the rows below it. */
export function warnOfMerges(
  merges: readonly Merge[],
  headerRow: number,
  { repeatMerged = false }: TabSettings,
  warnings: Warnings,
): void {
  for (const [top, left, bottom, right] of merges.filter(isRange)) {
    if (bottom < headerRow) continue;
    const first = addressOf(top, left);
    const range = `${first}:${addressOf(bottom, right)}`;
    const where = repeatMerged ? 'is repeated in each of its cells' : `stands in ${first}, the other cells are blank`;
    warnings.add('merged_cells', `${range} is merged. Its value ${where}.`, first);
  }
}

/** Warns of settings for columns that the tab does not have. */
export function warnOfUnusedSettings(settings: TabSettings, columns: readonly Column[], warnings: Warnings): void {
  const keys = new Set(columns.map(({ key }) => key));
  const { keyColumn, columnTypes = {} } = settings;
  if (typeof keyColumn === 'string' && !keys.has(keyColumn)) {
    const detail = `There is no column ${quoted(keyColumn)}, so each row keeps the id that it was given instead of a value of this key column.`;
    warnings.add('unused_setting', detail);
  }
  for (const key of Object.keys(columnTypes)) {
    if (keys.has(key)) continue;
    warnings.add('unused_setting', `There is no column ${quoted(key)}, so the type set for it does nothing.`);
  }
}
