import { limits } from '../../contract/limits';
import type { GatheringRoom } from '../endpoints/engine/readyRows';
import { readingLimits } from './readingLimits';
import { tooLarge } from './refusals';

/** What one workbook may still use, counted over all of its tabs. */
export interface Budget {
  tab(): void;
  /** Counts a row's cells, blanks before the last value too: an endpoint's row has them all. */
  cells(count: number): void;
  /** Says that so many cells will come, before any is: what is too much need not be written first. */
  expect(count: number): void;
  /** Counts characters as they will be kept. */
  characters(count: number): void;
  /** Memory for rows as they are answered, where those are wanted too. */
  readonly ready?: GatheringRoom;
}

/**
 * @param ready see there
 * @throws {Refusal} `too_large` from the call that goes over a limit
 */
export function createBudget(ready?: GatheringRoom): Budget {
  let tabs = 0;
  let cells = 0;
  let characters = 0;
  const limitCells = (count: number) => {
    if (count > limits.cellsPerWorkbook) throw tooLarge('The workbook has more than 10 million cells.');
  };
  return {
    ...(ready && { ready }),
    tab() {
      tabs += 1;
      if (tabs > limits.tabsPerWorkbook) throw tooLarge(`The workbook has more than ${limits.tabsPerWorkbook} tabs.`);
    },
    cells(count) {
      cells += count;
      limitCells(cells);
    },
    expect: (count) => limitCells(cells + count),
    characters(count) {
      characters += count;
      if (characters > readingLimits.keptCharacters) {
        throw tooLarge('The cells of the workbook hold more than 500 million characters.');
      }
    },
  };
}
