import { limits } from '../../contract/limits';
import type { Warning } from '../../contract/projects';
import { cellAddress, columnLetters } from '../rawTab/cellAddress';
import { tooLarge } from './refusals';

/**
 * Limits of reading that only the server knows; those in `contract/limits` hold as well. They are chosen so that reading
 * any file stays under a quarter of a gigabyte, whatever the file says of itself.
 */
export const readingLimits = {
  /** Entries of a zip, pictures and all. */
  zipEntries: 10_000,
  /** Bytes that are unpacked while one workbook is read. */
  unpackedBytes: 2 * 1024 ** 3,
  /** A part of more than `ratioFrom` bytes may be this many times its packed size. Sheets of one repeated row reach 100. */
  ratio: 200,
  ratioFrom: 32 * 1024 ** 2,
  /** Bytes of text a workbook may share between its cells. */
  sharedTextBytes: 128 * 1024 ** 2,
  sharedTexts: 8_000_000,
  /** Characters between two tags, within one tag, or of one row. */
  piece: 4 * 1024 ** 2,
  xmlDepth: 64,
  /** Characters of all rows as kept: a short file can name one long text a million times. */
  keptCharacters: 512 * 1024 ** 2,
  /** Rows of a tab, blank ones too. Spreadsheet programs stop at 1,048,576, CSV does not. */
  rows: 10_000_000,
  mergesPerTab: 100_000,
  /** Lines of the lists that a workbook keeps of its own parts. */
  listed: 10_000,
  warningsPerTab: 100,
} as const;

/** What one workbook has used, counted over all of its tabs. Each call throws `too_large` when it goes over a limit. */
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

  /** Counts a row's cells, blanks before the last value too: an endpoint's row has them all. */
  cells(count: number): void {
    this.expect(count);
    this.#cells += count;
  }

  /** Checks the limit for so many cells more without counting them: too many repeated rows are refused before they are written. */
  expect(count: number): void {
    if (this.#cells + count > limits.cellsPerWorkbook) throw tooLarge('The workbook has more than 10 million cells.');
  }

  /** Counts characters as they will be kept. */
  characters(count: number): void {
    this.#characters += count;
    if (this.#characters > readingLimits.keptCharacters) {
      throw tooLarge('The cells of the workbook hold more than 500 million characters.');
    }
  }
}

/** A value stands further to the right than a tab may reach. */
export const tooWide = (title: string, row: number, column: number) => {
  const cell = cellAddress(row, column);
  const [most, last] = [limits.columnsPerTab.toLocaleString('en'), columnLetters(limits.columnsPerTab)];
  const detail = `The sheet ${title} has a value in ${cell}. A tab may have ${most} columns: its last one is ${last}.`;
  return tooLarge(detail, `${title}!${cell}`);
};

export const cutText = (cell: string): Warning => ({
  code: 'cut_text',
  cell,
  detail: `The text in ${cell} has more than ${limits.charactersPerCell.toLocaleString('en')} characters. The rest is left out.`,
});

/** A character outside the basic plane is two units; a cut between them would leave half a character. */
export const withoutHalfPair = (text: string) => (/[\uD800-\uDBFF]$/.test(text) ? text.slice(0, -1) : text);
