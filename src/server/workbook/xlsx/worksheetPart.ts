import { addressOf, lettersOf } from '../../../contract/gridCells';
import { limits } from '../../../contract/limits';
import { columnOfAddress, type Merge, rowOfAddress } from '../../rawTab/cellAddress';
import { FormatCollector } from '../../rawTab/cellFormats';
import type { PackedTexts } from '../../rawTab/packedTexts';
import { type BareCell, isoMoment, momentOfSerial, rawCell, withoutMidnight } from '../cells';
import { readingLimits } from '../readingLimits';
import { damaged } from '../refusals';
import type { TabWriter } from '../tabWriter';
import { type Attributes, localName, type XmlHandlers } from '../zip/xml';
import { keepsSpace, RichText, unescaped, withoutOuterSpace } from './sharedStrings';
import type { NumberStyle } from './workbookParts';

/** Part of a formula that moves with its cell: a row or column without `$`, as it is in the first cell. */
type MovingPart = { readonly row: number } | { readonly column: number };

/**
 * Formula shared by several cells, and the cell that contains it (ECMA-376 part 1, section 18.3.1.40). It is split once: it may be
 * long, and shared by a million cells.
 */
interface SharedFormula {
  readonly parts: readonly (string | MovingPart)[];
  readonly row: number;
  readonly column: number;
}

/** Quoted texts, quoted sheet names and names in brackets are matched first, so that they stay fixed. */
const FIXED = /"(?:[^"]|"")*"?|'(?:[^']|'')*'?|\[[^\]]*\]?/;
const CELL = /\$?[A-Z]{1,3}\$?[1-9]\d{0,6}/;
const COLUMN_RANGE = /\$?[A-Z]{1,3}:\$?[A-Z]{1,3}/;
const ROW_RANGE = /\$?[1-9]\d{0,6}:\$?[1-9]\d{0,6}/;
const REFERENCE = `(?<![\\w.$\\\\:])(?:${COLUMN_RANGE.source}|${ROW_RANGE.source})(?![\\w.(!])|(?<![\\w.$\\\\])${CELL.source}(?![\\w.(!])`;
const TOKEN = new RegExp(`${FIXED.source}|${REFERENCE}`, 'g');
const ROW_OR_COLUMN = /\$?(?:[A-Z]+|\d+)/g;

/** Splits a formula into its fixed texts, and the rows and columns of its references. */
function partsOf(formula: string): (string | MovingPart)[] {
  const parts: (string | MovingPart)[] = [];
  let fixedFrom = 0;
  for (const { 0: token, index: start } of formula.matchAll(TOKEN)) {
    if (/^["'[]/.test(token)) continue;
    for (const { 0: part, index } of token.matchAll(ROW_OR_COLUMN)) {
      if (part.startsWith('$')) continue;
      parts.push(formula.slice(fixedFrom, start + index));
      parts.push(/^\d/.test(part) ? { row: Number(part) } : { column: columnOfAddress(part) });
      fixedFrom = start + index + part.length;
    }
  }
  return [...parts, formula.slice(fixedFrom)];
}

/** Returns a shared formula for another cell: references without `$` move with the cell. */
function movedFormula({ parts, ...from }: SharedFormula, row: number, column: number): string {
  let formula = '';
  for (const part of parts) {
    if (typeof part === 'string') formula += part;
    else if ('row' in part) formula += part.row + row - from.row;
    else formula += lettersOf(part.column + column - from.column);
  }
  return formula;
}

/** Workbook data that cells refer to. */
export interface Book {
  readonly strings: PackedTexts | undefined;
  readonly styles: readonly NumberStyle[];
  readonly date1904: boolean;
}

/** Length of `XFD1048576:XFD1048576`. */
const MAX_RANGE_CHARS = 21;

const text = (value: string): BareCell => ({ kind: 'text', value });

/** Passes a worksheet's cells (`c` elements) to the writer (ECMA-376 part 1, section 18.3), and collects its merged ranges. */
export class WorksheetReader implements XmlHandlers {
  readonly merges: Merge[] = [];
  readonly formats = new FormatCollector();
  /** Ranges of array formulas (ECMA-376 part 1, section 18.3.1.40). */
  readonly arrays: string[] = [];
  /** Element `is`. */
  private readonly rich = new RichText();
  /** Shared formulas by their index. */
  private readonly shared = new Map<string, SharedFormula>();
  private row = 0;
  private column = 0;
  private isInRow = false;
  /** Whether the writer waits for more cells of the row. */
  private isRowStarted = false;
  private isInCell = false;
  /** Attribute `t` of the cell. */
  private type = 'n';
  private style: NumberStyle | undefined;
  /** Element `v`; empty if missing. */
  private value = '';
  private keepsSpace = false;
  /** Element `f`. */
  private formula: string | undefined;
  /** Index of the shared formula of the cell. */
  private sharedIndex: string | undefined;
  /** What the text between tags belongs to. */
  private collecting: 'value' | 'formula' | undefined;

  constructor(
    private readonly writer: TabWriter,
    private readonly book: Book,
  ) {}

  open(prefixed: string, attributes: Attributes) {
    const name = localName(prefixed);
    if (this.isInCell) this.openInCell(name, attributes);
    else if (name === 'c') this.startCell(attributes);
    else if (name === 'row') this.startRow(attributes.r);
    else if (name === 'mergeCell') this.merge(attributes.ref ?? '');
  }

  text(piece: string) {
    if (this.collecting === 'value') this.value += piece;
    else if (this.collecting === 'formula') this.formula += piece;
    else if (this.isInCell) this.rich.text(piece);
  }

  close(prefixed: string) {
    const name = localName(prefixed);
    if (this.isInCell) {
      if (name === 'c') return this.endCell();
      this.collecting = undefined;
      this.rich.close(name);
    } else if (name === 'row') {
      this.isInRow = false;
    } else if (name === 'sheetData') {
      this.endRow();
    }
  }

  private startRow(written: string | undefined) {
    if (this.isInRow) throw damaged('a row begins within another one');
    this.isInRow = true;
    const row = written === undefined ? this.row + 1 : Number(written);
    if (!Number.isSafeInteger(row) || row < 1) throw damaged(`a row has the number ${written}`);
    // Some programs write each cell of a row into a `row` element of its own.
    if (row === this.row) return;
    this.endRow();
    this.row = row;
    this.column = 0;
    this.isRowStarted = true;
    this.writer.startRow(row);
  }

  private endRow() {
    if (this.isRowStarted) this.writer.endRow();
    this.isRowStarted = false;
  }

  private startCell({ r, t = 'n', s = '0' }: Attributes) {
    if (!this.isInRow) throw damaged('a cell stands outside of the rows');
    this.column = r === undefined ? this.column + 1 : columnOfAddress(r);
    if (this.column < 1 || this.column > readingLimits.columns) throw damaged(`a cell has the address ${r}`);
    this.isInCell = true;
    this.type = t;
    this.style = this.book.styles[Number(s)];
    this.value = '';
    this.formula = undefined;
    this.sharedIndex = undefined;
    this.rich.start();
  }

  private openInCell(name: string, attributes: Attributes) {
    if (name === 'v') {
      this.collecting = 'value';
      this.value = '';
      this.keepsSpace = keepsSpace(attributes);
    } else if (name === 'f') {
      this.collecting = 'formula';
      this.formula = '';
      this.sharedIndex = attributes.t === 'shared' ? attributes.si : undefined;
      if (attributes.t === 'array') this.addArray(attributes.ref ?? '');
    } else {
      this.rich.open(name, keepsSpace(attributes));
    }
  }

  private addArray(range: string) {
    if (range.length <= MAX_RANGE_CHARS && this.arrays.length < readingLimits.listed) this.arrays.push(range);
  }

  private endCell() {
    this.isInCell = false;
    const { type, style, value, row, column } = this;
    if (value !== '' || type === 'inlineStr') this.formats.note(row, column, style?.code);
    this.writer.put(column, rawCell(this.content(), this.ownFormula()));
  }

  /** Returns the content of a cell; of a formula, its cached result. */
  private content(): BareCell | undefined {
    const { type, style, book } = this;
    const value = withoutOuterSpace(this.value);
    if (type === 'str') return text(unescaped(this.keepsSpace ? this.value : value));
    if (type === 'inlineStr') return text(this.rich.value() || unescaped(this.value));
    if (value === '') return undefined;
    if (type === 's') return text(this.sharedText());
    if (type === 'b') return { kind: 'boolean', value: /^(?:1|true)$/i.test(value) };
    if (type === 'e') return { kind: 'error', value };
    if (type === 'd') return withoutMidnight(isoMoment(value), style?.moment === 'date');
    const number = Number(value);
    if (!Number.isFinite(number)) return text(value);
    const moment = style?.moment && momentOfSerial(number, style.moment, book.date1904);
    return moment ?? { kind: 'number', value: number };
  }

  private sharedText() {
    const found = this.book.strings?.at(Number(this.value));
    if (found === undefined) throw damaged('a cell refers to a text that is not there');
    return found;
  }

  /** Returns the formula of a cell. Only the first cell of a shared formula contains its text. */
  private ownFormula(): string | undefined {
    const { formula, sharedIndex, row, column } = this;
    if (formula === undefined || sharedIndex === undefined) return formula;
    if (formula !== '') {
      // One character more than a cell may have is kept: the cell cuts it, with a warning.
      const kept = formula.slice(0, limits.charactersPerCell + 1);
      this.shared.set(sharedIndex, { parts: partsOf(kept), row, column });
    }
    const shared = this.shared.get(sharedIndex);
    return shared && movedFormula(shared, row, column);
  }

  private merge(range: string) {
    const [first = '', last = first] = range.split(':');
    const merge: Merge = [rowOfAddress(first), columnOfAddress(first), rowOfAddress(last), columnOfAddress(last)];
    if (merge.some((number) => number < 1)) throw damaged(`it merges the cells ${range || addressOf(0, 0)}`);
    if (this.merges.length < readingLimits.mergesPerTab) this.merges.push(merge);
  }
}
