import { limits } from '../../contract/limits';
import type { Warning } from '../../contract/projects';
import { Deriving } from '../normalise/deriving';
import { type DerivedTab, deriveTab } from '../normalise/deriveTab';
import { isRange } from '../normalise/mergedCells';
import type { Budget } from './budget';
import { cellAddress } from './cellAddress';
import { readRawLines } from './packedRaw';
import { RawLines } from './rawLines';
import type { RawCell, RawTabHead } from './rawTab';
import { readingLimits } from './readingLimits';
import { damaged, tooLarge } from './refusals';
import { cutText, tooWide, withoutHalfPair } from './tabLimits';

/** A tab as a reader leaves it. */
export interface ReadTab {
  readonly head: RawTabHead;
  /** The packed raw tab (`packedRaw.ts`). */
  readonly raw: Buffer;
  /** The endpoint's rows of it, nothing being decided by a person. */
  readonly derived: DerivedTab;
}

/** Takes a tab's cells in the order of the sheet, under every limit; packs its rows and derives its endpoint's as they come. */
export class TabWriter {
  private readonly lines: RawLines;
  private readonly deriving: Deriving;
  private readonly warnings: Warning[] = [];
  private row = 0;
  /** As it was before this row. */
  private before = { row: 0, warnings: 0 };
  /** Of this row's texts, of which those that are given as bytes count as such. */
  private characters = 0;

  /** @param title of the tab, for sentences */
  constructor(
    private readonly title: string,
    budget: Budget,
    private readonly typed: boolean,
  ) {
    budget.tab();
    this.deriving = new Deriving({ typed, merges: [] }, {}, undefined, budget.ready);
    this.lines = new RawLines(budget, (lines) => this.deriving.feed(lines));
  }

  /** Rows must come in ascending order. */
  startRow(row: number) {
    this.before = { row: this.row, warnings: this.warnings.length };
    this.moveTo(row);
    this.characters = 0;
    this.lines.start(row);
  }

  /** Blanks are left out whatever their column. */
  put(column: number, cell: RawCell) {
    if (cell === null || cell === '') return;
    if (column > limits.columnsPerTab) throw tooWide(this.title, this.row, column);
    this.lines.put(column, this.underLimit(cell, column));
  }

  /**
   * Puts a text, or another cell, by bytes that are its JSON already.
   *
   * @param quoted whether it is a text whose quotes are not among the bytes
   */
  putJson(column: number, bytes: Buffer, from: number, to: number, quoted: boolean) {
    if (column > limits.columnsPerTab) throw tooWide(this.title, this.row, column);
    this.characters += to - from;
    if (to - from <= limits.charactersPerCell && this.characters <= readingLimits.piece) {
      this.lines.putJson(column, bytes, from, to, quoted);
      return;
    }
    this.characters = this.lines.textCharacters();
    const json = bytes.toString('utf8', from, to);
    this.put(column, JSON.parse(quoted ? `"${json}"` : json) as RawCell);
  }

  endRow() {
    this.lines.end();
  }

  /** Takes the row back that has been started, as if nothing had come of it. */
  dropRow() {
    this.lines.drop();
    this.row = this.before.row;
    this.warnings.length = this.before.warnings;
  }

  /** Puts the row that has just ended once more in each row down to the last one. */
  repeatRows(last: number) {
    this.lines.expectRepeats(last - this.row);
    for (let row = this.row + 1; row <= last; row += 1) {
      this.moveTo(row);
      this.lines.repeat(row);
    }
  }

  async finish(head: Omit<RawTabHead, 'warnings' | 'typed'>): Promise<ReadTab> {
    const { typed, warnings } = this;
    const whole = { ...head, typed, ...(warnings.length > 0 && { warnings }) };
    const raw = await this.lines.finish(whole);
    // Merged ranges stand behind the rows, which have been derived without them.
    const derived = whole.merges.some(isRange)
      ? await deriveTab(raw)
      : await this.deriving.finish(whole, () => readRawLines(raw));
    return { head: whole, raw, derived: { ...derived, warnings: [...warnings, ...derived.warnings] } };
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
