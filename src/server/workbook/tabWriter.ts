import { addressOf } from '../../contract/gridCells';
import { limits } from '../../contract/limits';
import type { Warning } from '../../contract/projects';
import { deriveTab, Deriving } from '../normalise/deriveTab';
import type { DerivedTab } from '../normalise/derivedTab';
import { isRange, type Merge } from '../rawTab/cellAddress';
import { PackedLines } from '../rawTab/packedLines';
import { readRawRows } from '../rawTab/packedRaw';
import type { RawCell } from '../rawTab/rawCells';
import type { CellReading, RawTabHead } from '../rawTab/rawTab';
import { newRowId } from '../rawTab/rowIds';
import { rawCell } from './cells';
import { type Budget, cutText, readingLimits, tooWide, withoutHalfPair } from './readingLimits';
import { damaged, tooLarge } from './refusals';

/** Tab read from a file. */
export interface ImportedTab {
  readonly head: RawTabHead;
  /** Packed raw tab (`packedRaw.ts`). */
  readonly raw: Buffer;
  /** Rows derived with default settings. */
  readonly derived: DerivedTab;
  /** Hash of the raw tab (`packedRaw.ts`), if requested; it changes with the tab's content. */
  readonly rawHash?: string;
}

/** Returns whether a sheet can have a merged range: files state any numbers, and new rows go below the last one. */
const isPossible = ([, , bottom, right]: Merge) => bottom <= readingLimits.rows && right <= readingLimits.columns;

/**
 * Takes a tab's cells in the order of the sheet and enforces every limit. Packs its rows and derives the endpoint's rows as they
 * arrive.
 */
export class TabWriter {
  private readonly lines = new PackedLines();
  private readonly deriving: Deriving;
  private readonly warnings: Warning[] = [];
  private row = 0;
  /** Cells of the current row; a sparse array, whose holes JSON writes as null. */
  private cells: RawCell[] = [];
  /** UTF-16 code units of the current row's texts. */
  private characters = 0;

  /** @param title title of the tab, for messages */
  constructor(
    private readonly title: string,
    private readonly budget: Budget,
    private readonly reading: CellReading,
  ) {
    budget.tab();
    this.deriving = new Deriving({ ...reading, title, merges: [] });
  }

  /** Adds a warning about content that was skipped or guessed. */
  warn(warning: Warning) {
    if (this.warnings.length < readingLimits.warningsPerTab) this.warnings.push(warning);
  }

  /** Starts a row; rows must be in ascending order. */
  startRow(row: number) {
    this.moveTo(row);
    this.cells = [];
    this.characters = 0;
  }

  /** Adds a cell; blanks are skipped, whatever their column. */
  put(column: number, cell: RawCell) {
    if (cell === null || cell === '') return;
    if (column > limits.columnsPerTab) throw tooWide(this.title, this.row, column);
    this.cells[column - 1] = this.underLimit(cell, column);
  }

  /** Ends a row; a row without cells is skipped. */
  endRow() {
    if (this.cells.length > 0) this.writeRow(JSON.stringify(this.cells));
  }

  /** Repeats the row that has just ended in each row down to `last`. */
  repeatRows(last: number) {
    const times = last - this.row;
    this.budget.expect(this.cells.length * times);
    const json = JSON.stringify(this.cells);
    for (let row = this.row + 1; row <= last; row += 1) {
      this.moveTo(row);
      if (this.cells.length > 0) this.writeRow(json);
    }
  }

  /** Ends the tab. @param properties its head, without what was passed to the constructor and {@link warn} */
  async finish(properties: Omit<RawTabHead, 'warnings' | keyof CellReading>): Promise<ImportedTab> {
    const { reading, warnings } = this;
    const merges = properties.merges.filter(isPossible);
    const head = { ...properties, merges, ...reading, ...(warnings.length > 0 && { warnings }) };
    const raw = await this.lines.finish(head);
    // The rows were derived without merged ranges, which follow them in the file.
    const derived = merges.some(isRange)
      ? await deriveTab(raw)
      : await this.deriving.finish(head, () => readRawRows(raw));
    return { head, raw, derived };
  }

  /** Writes a row in the form of `rowLine`; `packedRaw.ts` relies on the order. @param json JSON of its cells */
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
    const { kind, value, formula = '', text = '' } = cell;
    const bare = { kind, value: typeof value === 'string' ? this.cut(value, column) : value };
    return rawCell(bare, this.cut(formula, column), this.cut(text, column));
  }

  private cut(text: string, column: number) {
    this.characters += text.length;
    if (this.characters > readingLimits.piece) {
      const cell = `${this.title}!${addressOf(this.row, column)}`;
      throw tooLarge(`Row ${this.row} of ${this.title} has more than 4 million characters.`, cell);
    }
    if (text.length <= limits.charactersPerCell) return text;
    this.warn(cutText(addressOf(this.row, column)));
    return withoutHalfPair(text.slice(0, limits.charactersPerCell));
  }
}
