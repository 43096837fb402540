import { limits } from '../../contract/limits';
import { readingLimits } from './readingLimits';
import { tooLarge } from './refusals';

/** What one workbook may still use, counted over all of its tabs. */
export interface Budget {
  tab(): void;
  /** Counts a row's cells, blanks before the last value too: an endpoint's row has them all. */
  cells(count: number): void;
  /** Counts characters as they will be kept. */
  characters(count: number): void;
}

/** @throws {Refusal} `too_large` from the call that goes over a limit */
export function createBudget(): Budget {
  let tabs = 0;
  let cells = 0;
  let characters = 0;
  return {
    tab() {
      tabs += 1;
      if (tabs > limits.tabsPerWorkbook) throw tooLarge(`The workbook has more than ${limits.tabsPerWorkbook} tabs.`);
    },
    cells(count) {
      cells += count;
      if (cells > limits.cellsPerWorkbook) throw tooLarge('The workbook has more than 10 million cells.');
    },
    characters(count) {
      characters += count;
      if (characters > readingLimits.keptCharacters) {
        throw tooLarge('The cells of the workbook hold more than 500 million characters.');
      }
    },
  };
}
