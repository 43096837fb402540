import { limits } from '../../contract/limits';
import type { Warning } from '../../contract/projects';
import { deriveTab, Deriving } from '../normalise/deriveTab';
import type { DerivedTab } from '../normalise/derivedTab';
import { cellAddress, isRange } from '../rawTab/cellAddress';
import { PackedLines } from '../rawTab/packedLines';
import { readRawRows } from '../rawTab/packedRaw';
import type { CellReading, RawTabHead } from '../rawTab/rawTab';
import type { RawCell } from '../rawTab/rawCells';
import { type Budget, cutText, readingLimits, tooWide, withoutHalfPair } from './readingLimits';
import { damaged, tooLarge } from './refusals';
import { newRowId } from '../rawTab/rowIds';

/** A tab that was read. */
export interface ImportedTab {
  readonly head: RawTabHead;
  /** The packed raw tab (`packedRaw.ts`). */
  readonly raw: Buffer;
  /** The endpoint's rows of it, nothing being decided by a person. */
  readonly derived: DerivedTab;
  /** Its hash (`packedRaw.ts`), where that was requested: another one means that the tab has changed. */
  readonly mark?: string;
}

/** Takes a tab's cells in the order of the sheet, under every limit; packs its rows and derives its endpoint's as they come. */
export class TabWriter {
  private readonly lines = new PackedLines();
  private readonly deriving: Deriving;
  private readonly warnings: Warning[] = [];
  private row = 0;
  /** Of this row; those that nothing is put into are left out of the array, and JSON has null for them. */
  private cells: RawCell[] = [];
  /** UTF-16 units of this row's texts. */
  private characters = 0;

  /** @param title of the tab, for sentences */
  constructor(
    private readonly title: string,
    private readonly budget: Budget,
    private readonly reading: CellReading,
  ) {
    budget.tab();
    this.deriving = new Deriving({ ...reading, merges: [] });
  }

  /** Adds a warning of what reading the file had to leave out or to guess. */
  warn(warning: Warning) {
    if (this.warnings.length < readingLimits.warningsPerTab) this.warnings.push(warning);
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
    if (column > limits.columnsPerTab) throw tooWide(this.title, this.row, column);
    this.cells[column - 1] = this.underLimit(cell, column);
  }

  /** A row without cells is left out. */
  endRow() {
    if (this.cells.length > 0) this.writeRow(JSON.stringify(this.cells));
  }

  /** Puts the row that has just ended once more in each row down to the last one. */
  repeatRows(last: number) {
    const times = last - this.row;
    this.budget.expect(this.cells.length * times);
    const json = JSON.stringify(this.cells);
    for (let row = this.row + 1; row <= last; row += 1) {
      this.moveTo(row);
      if (this.cells.length > 0) this.writeRow(json);
    }
  }

  async finish(head: Omit<RawTabHead, 'warnings' | keyof CellReading>): Promise<ImportedTab> {
    const { reading, warnings } = this;
    const whole = { ...head, ...reading, ...(warnings.length > 0 && { warnings }) };
    const raw = await this.lines.finish(whole);
    // Merged ranges stand behind the rows, which have been derived without them.
    const derived = whole.merges.some(isRange)
      ? await deriveTab(raw)
      : await this.deriving.finish(whole, () => readRawRows(raw));
    return { head: whole, raw, derived };
  }

  /** As `rowLine` writes it; `packedRaw.ts` relies on the order. @param json of its cells */
  private writeRow(json: string) {
    const { row, cells } = this;
    const id = newRowId();
    const line = `{"id":"${id}","row":${row},"cells":${json}}\n`;
    this.budget.cells(cells.length);
    this.budget.characters(line.length);
    this.lines.add(line);
    this.deriving.add({ id, row, cells });
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
    this.warn(cutText(cell()));
    return withoutHalfPair(text.slice(0, limits.charactersPerCell));
  }
}
