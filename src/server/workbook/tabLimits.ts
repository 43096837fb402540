import { limits } from '../../contract/limits';
import type { Warning } from '../../contract/projects';
import { cellAddress, columnLetters } from './cellAddress';
import { tooLarge } from './refusals';

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
