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
export class TabWriter {
  private readonly packed = createPackedRaw();
  private readonly nextId = createRowIds();
  private readonly warnings: Warning[] = [];
  private row = 0;
  private cells: RawCell[] = [];
  /** Of this row's texts. */
  private characters = 0;

  /** @param title of the tab, for sentences */
  constructor(
    private readonly title: string,
    private readonly budget: Budget,
  ) {
    budget.tab();
  }

  /** Rows must come in ascending order. */
  startRow(row: number) {
    this.moveTo(row);
    this.cells = [];
    this.characters = 0;
  }

  /** Blanks are left out whatever their column. */
  put(column: number, cell: RawCell) {
    if (cell === null || cell === '') return;
    if (column > limits.columnsPerTab) throw tooWide(this.title, cellAddress(this.row, column));
    while (this.cells.length < column - 1) this.cells.push(null);
    this.cells[column - 1] = this.underLimit(cell, column);
  }

  endRow() {
    if (this.cells.length === 0) return;
    this.budget.cells(this.cells.length);
    this.budget.characters(this.packed.add({ id: this.nextId(), row: this.row, cells: this.cells }));
  }

  /** Puts the row that has just ended once more, under the number given. */
  repeatRow(row: number) {
    this.moveTo(row);
    this.endRow();
  }

  finish(head: Omit<RawTabHead, 'warnings'>): ReadTab {
    const whole = this.warnings.length === 0 ? head : { ...head, warnings: this.warnings };
    return { head: whole, raw: this.packed.finish(whole) };
  }

  private moveTo(row: number) {
    if (row <= this.row) throw damaged(`in the sheet ${this.title}, row ${row} stands below row ${this.row}`);
    if (row > readingLimits.rows) throw tooLarge(`The sheet ${this.title} has more than 10 million rows.`);
    this.row = row;
  }

  private underLimit(cell: RawCell, column: number): RawCell {
    if (typeof cell === 'string') return this.cut(cell, column);
    if (typeof cell !== 'object' || cell === null) return cell;
    const { kind, value, formula, text } = cell;
    return {
      kind,
      value: typeof value === 'string' ? this.cut(value, column) : value,
      ...(formula === undefined ? {} : { formula: this.cut(formula, column) }),
      ...(text === undefined ? {} : { text: this.cut(text, column) }),
    };
  }

  private cut(text: string, column: number) {
    this.characters += text.length;
    const cell = () => cellAddress(this.row, column);
    if (this.characters > readingLimits.piece) {
      throw tooLarge(`Row ${this.row} of ${this.title} has more than 4 million characters.`, `${this.title}!${cell()}`);
    }
    if (text.length <= limits.charactersPerCell) return text;
    if (this.warnings.length < readingLimits.warningsPerTab) this.warnings.push(cutText(cell()));
    return withoutHalfPair(text.slice(0, limits.charactersPerCell));
  }
}

const tooWide = (title: string, cell: string) => {
  const [most, last] = [limits.columnsPerTab.toLocaleString('en'), columnLetters(limits.columnsPerTab)];
  const detail = `The sheet ${title} has a value in ${cell}. A tab may have ${most} columns: its last one is ${last}.`;
  return tooLarge(detail, `${title}!${cell}`);
};

const cutText = (cell: string): Warning => ({
  code: 'cut_text',
  cell,
  detail: `The text in ${cell} has more than ${limits.charactersPerCell.toLocaleString('en')} characters. The rest is left out.`,
});

/** A character outside the basic plane is two units; a cut between them would leave half a character. */
const withoutHalfPair = (text: string) => (/[\uD800-\uDBFF]$/.test(text) ? text.slice(0, -1) : text);
