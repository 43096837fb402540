import type { Budget } from './budget';
import { charactersOf } from './charactersOf';
import { GzipBlocks } from './gzipBlocks';
import type { RawCell, RawTabHead } from './rawTab';
import { RowIdPool } from './rowIds';

const QUOTE = 0x22;
const COMMA = 0x2c;
const [BLANK, LAST] = [Buffer.from('null,'), Buffer.from(']}\n')];
const [BEFORE_ID, BEFORE_ROW, BEFORE_CELLS] = [
  Buffer.from('{"id":"r_'),
  Buffer.from('","row":'),
  Buffer.from(',"cells":['),
];

/** More than a line has before its cells. */
const BEFORE = 64;

/** Packs raw rows (`packedRaw.ts`) while their cells come; hands on whole lines whenever there are many. */
export class RawLines {
  private readonly blocks = new GzipBlocks();
  private readonly ids = new RowIdPool();
  /** Where this row's line begins, and its cells. */
  private lineStart = 0;
  private cellsStart = 0;
  /** 1-based column of the last cell. */
  private column = 0;
  /** The cells of the row that has ended last. */
  private last: { readonly bytes: Buffer; readonly from: number; readonly to: number } | undefined;
  private lastColumn = 0;

  constructor(
    private readonly budget: Budget,
    private readonly handOn: (lines: Buffer) => void,
  ) {}

  start(row: number): void {
    const { blocks } = this;
    this.lineStart = blocks.used;
    blocks.room(BEFORE);
    blocks.copy(BEFORE_ID, 0, BEFORE_ID.length);
    blocks.used = this.ids.write(blocks.bytes, blocks.used);
    blocks.copy(BEFORE_ROW, 0, BEFORE_ROW.length);
    blocks.number(row);
    blocks.copy(BEFORE_CELLS, 0, BEFORE_CELLS.length);
    this.cellsStart = blocks.used;
    this.column = 0;
  }

  put(column: number, cell: RawCell): void {
    if (column <= this.column) return this.rewrite(column, cell);
    this.moveTo(column, 0);
    this.blocks.text(JSON.stringify(cell));
  }

  putJson(column: number, bytes: Buffer, from: number, to: number, quoted: boolean): void {
    if (column <= this.column) {
      const json = bytes.toString('utf8', from, to);
      return this.rewrite(column, JSON.parse(quoted ? `"${json}"` : json) as RawCell);
    }
    this.moveTo(column, to - from + 2);
    if (quoted) this.blocks.byte(QUOTE);
    this.blocks.copy(bytes, from, to);
    if (quoted) this.blocks.byte(QUOTE);
  }

  /** Ends the row; one without cells is left out. */
  end(): void {
    const { blocks } = this;
    this.lastColumn = this.column;
    this.last = { bytes: blocks.bytes, from: this.cellsStart, to: blocks.used };
    if (this.column === 0) blocks.used = this.lineStart;
    else this.endLine();
  }

  /** Takes the row back. */
  drop(): void {
    this.blocks.used = this.lineStart;
    this.column = 0;
  }

  /** Says that the row that has ended last will be put so many times more. */
  expectRepeats(times: number): void {
    this.budget.expect(this.lastColumn * times);
  }

  /** Puts the row that has ended last once more. */
  repeat(row: number): void {
    if (this.last === undefined || this.lastColumn === 0) return;
    const { bytes, from, to } = this.last;
    this.start(row);
    this.blocks.room(to - from);
    this.blocks.copy(bytes, from, to);
    this.column = this.lastColumn;
    this.endLine();
  }

  /** UTF-16 units of this row's texts so far. */
  textCharacters(): number {
    const lengthOf = (part: unknown) => (typeof part === 'string' ? part.length : 0);
    return this.cells().reduce<number>((sum, cell) => {
      if (typeof cell !== 'object' || cell === null) return sum + lengthOf(cell);
      return sum + lengthOf(cell.value) + lengthOf(cell.formula) + lengthOf(cell.text);
    }, 0);
  }

  async finish(head: RawTabHead): Promise<Buffer> {
    this.take(this.blocks.end());
    return this.blocks.finish(`${JSON.stringify(head)}\n`);
  }

  private moveTo(column: number, length: number) {
    const { blocks } = this;
    blocks.room((column - this.column) * BLANK.length + length);
    if (this.column > 0) blocks.byte(COMMA);
    for (let at = this.column + 1; at < column; at += 1) blocks.copy(BLANK, 0, BLANK.length);
    this.column = column;
  }

  /** Some programs write cells in another order than that of their columns. */
  private rewrite(column: number, cell: RawCell) {
    const cells = this.cells();
    cells[column - 1] = cell;
    this.blocks.used = this.cellsStart;
    this.blocks.text(JSON.stringify(cells).slice(1, -1));
  }

  private cells() {
    const { blocks } = this;
    return JSON.parse(`[${blocks.bytes.toString('utf8', this.cellsStart, blocks.used)}]`) as RawCell[];
  }

  private endLine() {
    this.budget.cells(this.column);
    this.blocks.room(LAST.length);
    this.blocks.copy(LAST, 0, LAST.length);
    const lines = this.blocks.lineEnded();
    if (lines !== undefined) this.take(lines);
  }

  private take(lines: Buffer) {
    this.budget.characters(charactersOf(lines));
    this.handOn(lines);
  }
}
