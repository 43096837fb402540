import { addressOf, lettersOf } from '../../contract/gridCells';
import { limits } from '../../contract/limits';
import type { Warning } from '../../contract/projects';
import { tooLarge } from './refusals';

/**
 * Limits of reading files that only the server knows, besides those in `contract/limits`. They keep memory below a third of a
 * gigabyte for any file, whatever sizes it claims.
 */
export const readingLimits = {
  /** Entries of a zip, pictures included. */
  zipEntries: 10_000,
  /** Bytes unpacked while reading one workbook. */
  unpackedBytes: 2 * 1024 ** 3,
  /** Maximum compression ratio of parts with more than `ratioFrom` bytes. Sheets of one repeated row reach 100. */
  ratio: 200,
  ratioFrom: 32 * 1024 ** 2,
  /** Bytes of a workbook's shared strings. */
  sharedTextBytes: 128 * 1024 ** 2,
  sharedTexts: 8_000_000,
  /** Characters between two XML tags, within one tag, or of one row. */
  piece: 4 * 1024 ** 2,
  xmlDepth: 64,
  /** Characters of all rows as stored: a short file can reference one long text a million times. */
  storedCharacters: 512 * 1024 ** 2,
  /** Rows of a tab, blank ones included. Spreadsheet programs stop at 1,048,576, CSV does not. */
  rows: 10_000_000,
  /** Columns of a sheet, blank ones included: the last one of the programs is XFD. */
  columns: 16_384,
  mergesPerTab: 100_000,
  /** Entries of the lists that a workbook has of its own parts, and array formulas of a tab. */
  listed: 10_000,
  warningsPerTab: 100,
} as const;

/** Usage of one workbook, over all of its tabs. Each method throws `too_large` if a limit is exceeded. */
export class Budget {
  #tabs = 0;
  #cells = 0;
  #characters = 0;

  tab(): void {
    this.#tabs += 1;
    if (this.#tabs > limits.tabsPerWorkbook) {
      throw tooLarge(`The workbook has more than ${limits.tabsPerWorkbook} tabs.`);
    }
  }

  /** Counts a row's cells, including blanks before the last value, which the endpoint's row has too. */
  cells(count: number): void {
    this.expect(count);
    this.#cells += count;
  }

  /**
   * Checks that `count` more cells are within the limit, without counting them: too many repeated rows are rejected before they
   * are written.
   */
  expect(count: number): void {
    if (this.#cells + count > limits.cellsPerWorkbook) throw tooLarge('The workbook has more than 10 million cells.');
  }

  /** Counts characters as stored. */
  characters(count: number): void {
    this.#characters += count;
    if (this.#characters > readingLimits.storedCharacters) {
      throw tooLarge('The cells of the workbook hold more than 500 million characters.');
    }
  }
}

/** Refusal of a value beyond the last column of a tab. */
export function tooWide(title: string, row: number, column: number) {
  const cell = addressOf(row, column);
  const maxColumns = limits.columnsPerTab.toLocaleString('en');
  const lastColumn = lettersOf(limits.columnsPerTab);
  const detail = `The sheet ${title} has a value in ${cell}. A tab may have ${maxColumns} columns: its last one is ${lastColumn}.`;
  return tooLarge(detail, `${title}!${cell}`);
}

export const cutText = (cell: string): Warning => ({
  code: 'cut_text',
  cell,
  detail: `The text in ${cell} has more than ${limits.charactersPerCell.toLocaleString('en')} characters. The rest is left out.`,
});

/** Removes a lone high surrogate at the end of a cut text. */
export const withoutHalfPair = (text: string) => (/[\uD800-\uDBFF]$/.test(text) ? text.slice(0, -1) : text);
