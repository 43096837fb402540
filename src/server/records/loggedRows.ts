import { rowLine } from '../workbook/packedRaw';
import { rowNumberAt } from '../workbook/rawLine';
import type { RawCell, RawRow } from '../workbook/rawTab';
import type { FinalRow } from './logEntries';
import { type AddedRow, LogParts } from './logParts';

const NEWLINE = 0x0a;
const EMPTY = Buffer.alloc(0);

/**
 * A cell as the raw tab of an untyped file holds it beside the file's own texts: marked as what it is, so that a text never
 * turns into a number or a date, and none of these turns its column into text by how it would be written.
 */
export function untyped(cell: RawCell): RawCell {
  if (typeof cell === 'string') return { kind: 'text', value: cell };
  if (typeof cell !== 'object' || cell === null) return cell;
  const { kind, value } = cell;
  return typeof value === 'number' || value === null ? value : { kind, value };
}

function cellsOf(before: readonly RawCell[], written: ReadonlyMap<number, RawCell>, typed: boolean): RawCell[] {
  const cells = [...before];
  for (const [column, cell] of written) {
    while (cells.length < column) cells.push(null);
    cells[column] = typed ? cell : untyped(cell);
  }
  while (cells.length > 0 && (cells.at(-1) ?? null) === null) cells.pop();
  return cells;
}

/** A row of the raw tab after its log; undefined when nothing of it is left. */
function foldedRow(row: RawRow, final: FinalRow, typed: boolean): RawRow | undefined {
  return final.kind === 'removed' ? undefined : { ...row, cells: cellsOf(row.cells, final.cells, typed) };
}

const lineOf = (row: RawRow | undefined): Buffer | undefined =>
  row === undefined || row.cells.length === 0 ? undefined : Buffer.from(rowLine(row));

/** Rows that come from a log, in the order of their numbers. */
export class LoggedRows {
  readonly #finals: readonly (readonly [row: number, final: FinalRow])[];
  /** Lines of rows that are only added, text by text. */
  readonly #added: readonly Buffer[];
  #text = 0;
  #at = 0;
  #final = 0;
  /** Number of the next row that is only added, and of the next one that is more. */
  #nextAdded = Infinity;

  constructor(
    log: Iterable<string>,
    private readonly typed: boolean,
  ) {
    const parts = new LogParts(log);
    const lineOfAdded = ({ id, row, cells }: AddedRow) => lineOf(this.#new(id, row, new Map(cells))) ?? EMPTY;
    this.#added = Array.from(log, (text) => Buffer.concat(parts.take(text).map(lineOfAdded))).filter(
      ({ length }) => length > 0,
    );
    this.#finals = [...parts.finals].toSorted(([one], [other]) => one - other);
    this.#lookAhead();
  }

  /** Number of the first row that has not been taken; infinite when there is none. */
  get next(): number {
    return Math.min(this.#nextAdded, this.#finals[this.#final]?.[0] ?? Infinity);
  }

  /** Takes the next row. @param before its line in the raw tab, where it has one @returns what it is now, if anything is left */
  take(before?: string): Buffer | undefined {
    const [row, final] = this.#finals[this.#final] ?? [Infinity, undefined];
    if (final === undefined || this.#nextAdded < row) return this.#takeAdded();
    this.#final += 1;
    if (final.kind === 'new') return lineOf(this.#new(final.id, row, final.cells));
    return before === undefined ? undefined : lineOf(foldedRow(JSON.parse(before) as RawRow, final, this.typed));
  }

  #new(id: string, row: number, cells: ReadonlyMap<number, RawCell>): RawRow {
    return { id, row, cells: cellsOf([], cells, this.typed), added: true };
  }

  #takeAdded(): Buffer {
    const bytes = this.#added[this.#text]!;
    const end = bytes.indexOf(NEWLINE, this.#at) + 1;
    const line = bytes.subarray(this.#at, end);
    this.#at = end;
    this.#lookAhead();
    return line;
  }

  #lookAhead() {
    if (this.#at >= (this.#added[this.#text]?.length ?? 0) && this.#at > 0) {
      this.#text += 1;
      this.#at = 0;
    }
    const bytes = this.#added[this.#text];
    this.#nextAdded = bytes === undefined ? Infinity : rowNumberAt(bytes, this.#at);
  }
}
