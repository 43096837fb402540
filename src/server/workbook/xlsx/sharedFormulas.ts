import { columnLetters, columnOfAddress } from '../../rawTab/cellAddress';

/** A part of a formula that reads the same in each cell, or the row or column of a reference that moves with it. */
type Piece = string | { readonly column: number } | { readonly row: number };

/** A formula that several cells share, as its first cell has it (ECMA-376 part 1, section 18.3.1.40). */
interface SharedFormula {
  readonly pieces: readonly Piece[];
  readonly row: number;
  readonly column: number;
}

/** Quoted text, quoted names of sheets and names in brackets stay as they are: they are matched first. */
const FIXED = /"(?:[^"]|"")*"?|'(?:[^']|'')*'?|\[[^\]]*\]?/;
const CELL = /\$?[A-Z]{1,3}\$?[1-9]\d{0,6}/;
const COLUMNS = /\$?[A-Z]{1,3}:\$?[A-Z]{1,3}/;
const ROWS = /\$?[1-9]\d{0,6}:\$?[1-9]\d{0,6}/;
const REFERENCE = `(?<![\\w.$\\\\:])(?:${COLUMNS.source}|${ROWS.source})(?![\\w.(!])|(?<![\\w.$\\\\])${CELL.source}(?![\\w.(!])`;
const TOKEN = new RegExp(`(${FIXED.source}|${REFERENCE})`, 'g');
const PLACE = /(\$[A-Z]+|\$\d+|[A-Z]+|\d+)/;

/** Takes a formula apart once, so that putting it into thousands of cells is quick. */
function sharedFormula(formula: string, row: number, column: number): SharedFormula {
  const pieces = formula.split(TOKEN).flatMap((part, at) => (at % 2 === 0 || isFixed(part) ? [part] : placesOf(part)));
  return { pieces: pieces.filter((piece) => piece !== ''), row, column };
}

const isFixed = (part: string) => /^["'[]/.test(part);

const placesOf = (reference: string) =>
  reference.split(PLACE).map((part): Piece => {
    if (/^[A-Z]/.test(part)) return { column: columnOfAddress(part) };
    return /^\d/.test(part) ? { row: Number(part) } : part;
  });

/** The formula as it reads in another cell: what has no `$` moves with the cell. */
function movedFormula({ pieces, ...from }: SharedFormula, row: number, column: number): string {
  let moved = '';
  for (const piece of pieces) {
    if (typeof piece === 'string') moved += piece;
    else if ('row' in piece) moved += piece.row + row - from.row;
    else moved += columnLetters(piece.column + column - from.column);
  }
  return moved;
}

/** The formulas that cells of a sheet share: only the first cell of those that share one holds its text. */
export class SharedFormulas {
  private readonly known = new Map<string, SharedFormula>();

  /**
   * A cell's own formula.
   *
   * @param sharing number of the formula that is shared, where one is
   */
  whole(written: string, sharing: string | undefined, row: number, column: number): string | undefined {
    if (sharing === undefined) return written;
    if (written !== '') this.known.set(sharing, sharedFormula(written, row, column));
    const shared = this.known.get(sharing);
    return shared === undefined ? undefined : movedFormula(shared, row, column);
  }
}
