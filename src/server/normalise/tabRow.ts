import { RawLine } from '../rawTab/rawLine';
import type { CellReading, RawCell } from '../rawTab/rawTab';
import { Tag, tagOfTyped, tagOfUntyped } from './cellTags';
import { type Covered, type MergedCells, repeatedLine } from './mergedCells';
import { isNothing, readCell, type ReadCell, TYPED } from './readCell';

const NO_FORMULAS: readonly number[] = [];
const NOTHING_COVERED: readonly Covered[] = [];

/**
 * A row of a raw tab, read from its line: for each cell what it holds, mostly without making anything of it. One is used for
 * all rows, one after the other.
 */
export class TabRow {
  readonly line = new RawLine();
  tags = new Uint8Array(64);
  /** 0-based columns of the cells that hold a formula, under merged ranges too. */
  formulas: readonly number[] = NO_FORMULAS;
  /** Cells with the tag `OTHER`. */
  readonly #others: ReadCell[] = [];
  /** Cells that have the value of a merged range's first cell. */
  #repeated = NOTHING_COVERED;
  #isOwnBlank = false;

  constructor(private readonly reading: CellReading) {}

  /** 1-based number in the sheet. */
  get row(): number {
    return this.line.row;
  }

  /** Number of its cells; those behind are blank. */
  get count(): number {
    return this.line.count;
  }

  /** Reads the row that begins there. @returns where the next one does */
  read(bytes: Buffer, start: number, merged: MergedCells): number {
    const { line } = this;
    const next = line.read(bytes, start);
    this.formulas = NO_FORMULAS;
    this.#tagCells();
    const covered = merged.covered(line.row);
    for (const [from, to] of covered) this.tags.fill(Tag.BLANK, from, Math.min(to, line.count));
    this.#repeated = NOTHING_COVERED;
    if (merged.repeats && covered.length > 0) this.#repeat(merged, covered);
    return next;
  }

  /** Whether nothing is known to stand in any cell; what is repeated alone makes no row. */
  isBlank(): boolean {
    return this.#repeated.length === 0 ? this.#isBlank() : this.#isOwnBlank;
  }

  #isBlank(): boolean {
    for (let at = 0; at < this.count; at += 1) {
      const tag = this.tags[at];
      if (tag !== Tag.BLANK && (tag !== Tag.OTHER || !isNothing(this.#others[at]!))) return false;
    }
    return true;
  }

  /** What a cell holds. */
  cell(at: number): ReadCell {
    if (at >= this.count || this.tags[at] === Tag.BLANK) return readCell(null, TYPED);
    return this.tags[at] === Tag.OTHER ? this.#others[at]! : readCell(this.raw(at), this.reading);
  }

  cells(): ReadCell[] {
    return Array.from({ length: this.count }, (_, at) => this.cell(at));
  }

  /** As {@link cells}, but for what is repeated. */
  ownCells(): ReadCell[] {
    const isRepeated = (at: number) => this.#repeated.some(([from, to]) => at >= from && at < to);
    return this.cells().map((cell, at) => (isRepeated(at) ? readCell(null, TYPED) : cell));
  }

  #tagCells() {
    const { count, starts } = this.line;
    if (this.tags.length < count) this.tags = new Uint8Array(starts.length);
    for (let at = 0; at < count; at += 1) this.tags[at] = this.#tagOf(at);
  }

  /** Puts the values of merged ranges into all of their cells. Formulas are where they were. */
  #repeat(merged: MergedCells, covered: readonly Covered[]) {
    this.#isOwnBlank = this.#isBlank();
    const line = repeatedLine(this.line, merged, covered);
    if (line === undefined) return;
    const { formulas } = this;
    this.line.read(line, 0);
    this.#tagCells();
    this.formulas = formulas;
    this.#repeated = covered;
  }

  #tagOf(at: number): Tag {
    const { bytes, starts, ends } = this.line;
    const { typed, decimals = '.' } = this.reading;
    const tag = (typed ? tagOfTyped : tagOfUntyped)(bytes, starts[at]!, ends[at]!);
    const isPointless = (tag === Tag.NUMBER || tag === Tag.LONG_NUMBER) && !typed && decimals === ',';
    if (tag !== Tag.OTHER && !isPointless) return tag;
    const raw = this.raw(at);
    if (typeof raw === 'object' && raw?.formula !== undefined) this.formulas = [...this.formulas, at];
    this.#others[at] = readCell(raw, this.reading);
    return this.#others[at].kind === 'blank' ? Tag.BLANK : Tag.OTHER;
  }

  /** Whether nothing at all stands in a cell, not even white space. */
  isNull(at: number): boolean {
    return this.line.bytes[this.line.starts[at]!] === 0x6e;
  }

  /** A cell as its file has it. */
  raw(at: number): RawCell {
    const { bytes, starts, ends } = this.line;
    return JSON.parse(bytes.toString('utf8', starts[at], ends[at])) as RawCell;
  }
}
