import type { Warning } from '../../contract/projects';

export type WarningCode = Warning['code'];

/** Warnings of one kind that are told one by one; how many more there are is told in one sentence. */
const MOST_OF_A_KIND = 20;
const MOST = 100;

/** How the rest of a kind is told. */
const others: Record<WarningCode, (count: string) => string> = {
  blank_header: (count) => `${count} without a header were named after their letter.`,
  duplicate_header: (count) => `${count} with a repeated header were numbered.`,
  error_cells: (count) => `${count} hold an error and are null.`,
  merged_cells: (count) => `${count} are merged.`,
  mixed_types: (count) => `${count} do not fit one type and are answered as text.`,
  number_as_text: (count) => `${count} with numbers stay text.`,
  skipped_rows: (count) => `${count} were left out.`,
  cut_text: (count) => `${count} were cut.`,
  formula_without_value: (count) => `${count} hold a formula without a stored value and are null.`,
  duplicate_key: (count) => `${count} repeat a value of the key column.`,
  blank_key: (count) => `${count} have no value in the key column.`,
  unused_setting: (count) => `${count} have no effect.`,
};

const nouns: Record<WarningCode, string> = {
  blank_header: 'columns',
  duplicate_header: 'columns',
  error_cells: 'cells',
  merged_cells: 'ranges of cells',
  mixed_types: 'cells or columns',
  number_as_text: 'columns',
  skipped_rows: 'ranges of rows',
  cut_text: 'cells',
  formula_without_value: 'cells',
  duplicate_key: 'rows',
  blank_key: 'rows',
  unused_setting: 'settings',
};

/** Collects a tab's warnings, in the order they are met and few enough to be read. */
export class Warnings {
  readonly #told = new Map<WarningCode, Warning[]>();
  readonly #untold = new Map<WarningCode, number>();

  /**
   * @param detail a sentence for a person
   * @param cell the cell it concerns, for example `C1`
   */
  add(code: WarningCode, detail: () => string, cell?: string): void {
    const told = this.#told.get(code) ?? [];
    if (told.length === MOST_OF_A_KIND) {
      this.#untold.set(code, (this.#untold.get(code) ?? 0) + 1);
      return;
    }
    told.push({ code, detail: detail(), ...(cell !== undefined && { cell }) });
    this.#told.set(code, told);
  }

  /** Adds what others have met after these. */
  append(others: Warnings): void {
    for (const [code, told] of others.#told) {
      for (const { detail, cell } of told) this.add(code, () => detail, cell);
    }
    for (const [code, count] of others.#untold) this.#untold.set(code, (this.#untold.get(code) ?? 0) + count);
  }

  /** At most a hundred; each kind's first twenty, then how many more there are. */
  list(): Warning[] {
    const all = [...this.#told].flatMap(([code, told]) => {
      const more = this.#untold.get(code);
      return more === undefined ? told : [...told, { code, detail: others[code](`${more} more ${nouns[code]}`) }];
    });
    return all.slice(0, MOST);
  }
}

/** A value inside a sentence, not too long to be read. */
export const quoted = (text: string) => (text.length > 40 ? `${text.slice(0, 39)}…` : text);
