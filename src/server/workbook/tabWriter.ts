import { limits } from '../../contract/limits';
import type { Warning } from '../../contract/projects';
import type { Budget } from './budget';
import { cellAddress, columnLetters } from './cellAddress';
import { createPackedRaw } from './packedRaw';
import type { RawCell, RawTabHead } from './rawTab';
import { readingLimits } from './readingLimits';
import { damaged, tooLarge } from './refusals';
import { createRowIds } from './rowIds';

/** A tab as a reader leaves it. */
export interface ReadTab {
  readonly head: RawTabHead;
  readonly raw: Buffer;
}

/** Takes a tab's cells in the order of the sheet, under every limit, and packs its rows. */
export interface TabWriter {
  /** Rows must come in ascending order; null is left out. */
  startRow(row: number): void;
  /** Blanks are left out whatever their column. */
  put(column: number, cell: RawCell): void;
  endRow(): void;
  /** Puts the row that has just ended once more, under the number given. */
  repeatRow(row: number): void;
  finish(head: Omit<RawTabHead, 'warnings'>): ReadTab;
}

/** @param title of the tab, for sentences */
export function createTabWriter(title: string, budget: Budget): TabWriter {
  const packed = createPackedRaw();
  const nextId = createRowIds();
  const warnings: Warning[] = [];
  let row = 0;
  let cells: RawCell[] = [];
  let characters = 0;

  const cut = (text: string, column: number) => {
    characters += text.length;
    if (characters > readingLimits.piece) {
      throw tooLarge(`A row has more than 4 million characters.`, `${title}!${cellAddress(row, column)}`);
    }
    if (text.length <= limits.charactersPerCell) return text;
    if (warnings.length < readingLimits.warningsPerTab) warnings.push(cutText(cellAddress(row, column)));
    return withoutHalfPair(text.slice(0, limits.charactersPerCell));
  };
  const cutCell = (cell: RawCell, column: number): RawCell => {
    if (typeof cell === 'string') return cut(cell, column);
    if (typeof cell !== 'object' || cell === null) return cell;
    const { value, formula, text } = cell;
    return {
      kind: cell.kind,
      value: typeof value === 'string' ? cut(value, column) : value,
      ...(formula === undefined ? {} : { formula: cut(formula, column) }),
      ...(text === undefined ? {} : { text: cut(text, column) }),
    };
  };
  const add = () => {
    if (cells.length === 0) return;
    budget.cells(cells.length);
    budget.characters(packed.add({ id: nextId(), row, cells }));
  };
  const moveTo = (next: number) => {
    if (next <= row) throw damaged(`in the sheet ${title}, row ${next} stands below row ${row}`);
    if (next > readingLimits.rows) throw tooLarge(`The sheet ${title} has more than ${readingLimits.rows} rows.`);
    row = next;
  };

  budget.tab();
  return {
    startRow(next) {
      moveTo(next);
      cells = [];
      characters = 0;
    },
    put(column, cell) {
      if (cell === null || cell === '') return;
      if (column > limits.columnsPerTab) throw tooWide(title, cellAddress(row, column));
      while (cells.length < column - 1) cells.push(null);
      cells[column - 1] = cutCell(cell, column);
    },
    endRow: add,
    repeatRow(next) {
      moveTo(next);
      add();
    },
    finish: (head) => {
      const whole = warnings.length === 0 ? head : { ...head, warnings };
      return { head: whole, raw: packed.finish(whole) };
    },
  };
}

const tooWide = (title: string, cell: string) =>
  tooLarge(
    `The sheet ${title} has a value in ${cell}. A tab may have ${limits.columnsPerTab.toLocaleString('en')} columns: its last one is ${columnLetters(limits.columnsPerTab)}.`,
    `${title}!${cell}`,
  );

const cutText = (cell: string): Warning => ({
  code: 'cut_text',
  cell,
  detail: `The text in ${cell} has more than ${limits.charactersPerCell.toLocaleString('en')} characters. The rest is left out.`,
});

/** A character outside the basic plane is two units; a cut between them would leave half a character. */
const withoutHalfPair = (text: string) => (/[\uD800-\uDBFF]$/.test(text) ? text.slice(0, -1) : text);
