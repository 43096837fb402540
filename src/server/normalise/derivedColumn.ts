import { addressOf } from '../../contract/gridCells';
import type { CellValue, Column, ColumnType } from '../../contract/rows';
import { columnOfAddress, rowOfAddress } from '../rawTab/cellAddress';
import type { CellReading } from '../rawTab/rawTab';
import { cut } from '../titles';
import { chooseType } from './columnType';
import type { TabSettings } from './derivedTab';
import { DistinctValues } from './distinctValues';
import { nameColumns, type NamedColumn } from './headers';
import { BLANK, DIGITS, type ReadCell, readText } from './readCell';
import type { Surveyor } from './survey';
import { quoted, type Warnings } from './warnings';

const LIKE_NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

/** Parses a number of a column whose type a person has chosen: leading zeros, a plus and an exponent are fine, lost digits are not. */
function declaredNumber({ kind, value, text }: ReadCell): number | undefined {
  if (typeof value === 'number' && kind !== 'boolean') return value;
  const trimmed = text.trim();
  if (!LIKE_NUMBER.test(trimmed)) return undefined;
  const digits = trimmed
    .replace(/[eE].*$/, '')
    .replace(/\D/g, '')
    .replace(/^0+/, '');
  if (digits.length > DIGITS) return undefined;
  const number = Number(trimmed);
  return Number.isFinite(number) ? number + 0 : undefined;
}

/** Converts a cell to each type but text; undefined if it does not fit. */
const fitting: Readonly<Record<Exclude<ColumnType, 'text'>, (cell: ReadCell) => CellValue | undefined>> = {
  integer(cell) {
    const number = declaredNumber(cell);
    return Number.isSafeInteger(number) ? number : undefined;
  },
  number: declaredNumber,
  boolean({ kind, value }) {
    if (kind === 'boolean') return Boolean(value);
    return kind === 'integer' && (value === 0 || value === 1) ? value === 1 : undefined;
  },
  date({ kind, value }) {
    if (kind === 'date') return value;
    return kind === 'datetime' ? /^(.{10})T00:00:00$/.exec(String(value))?.[1] : undefined;
  },
  datetime({ kind, value }) {
    if (kind === 'datetime' || kind === 'instant') return value;
    return kind === 'date' ? `${value}T00:00:00` : undefined;
  },
  time: ({ kind, value }) => (kind === 'time' ? value : undefined),
};

/**
 * Converts a cell to a column's type; null for blanks and errors.
 *
 * @returns undefined if it does not fit, which only a type chosen by a person can cause
 */
export function fitValue(cell: ReadCell, type: ColumnType): CellValue | undefined {
  if (cell.kind === 'blank' || cell.kind === 'unknown' || cell.kind === 'error') return null;
  if (type === 'text') return cell.text;
  return fitting[type](cell.kind === 'text' ? readText(cell.text) : cell);
}

const MAX_EXAMPLES = 3;
const MAX_EXAMPLE_CHARACTERS = 200;

/** Returns a value as an example; of a long text its beginning. */
export const asExample = (value: CellValue): CellValue =>
  typeof value === 'string' ? cut(value, MAX_EXAMPLE_CHARACTERS) : value;

const withArticle: Record<ColumnType, string> = {
  integer: 'an integer',
  number: 'a number',
  boolean: 'TRUE or FALSE',
  date: 'a date',
  datetime: 'a date with time',
  time: 'a time',
  text: 'text',
};

/** Column with its names and type. */
export interface ChosenColumn extends NamedColumn {
  readonly type: ColumnType;
  /** Whether the type is chosen by a person or kept from before, not detected. */
  readonly isGiven: boolean;
}

/** Column while rows are written: converts cells to its type and collects statistics. */
export class DerivedColumn {
  readonly #distinct = new DistinctValues();
  readonly #examples = new Set<CellValue>();
  #cells = 0;
  #values = 0;

  /** Whether cells did not fit: a person has chosen the type, or the guess was wrong. */
  hasMisfits = false;

  constructor(
    readonly chosen: ChosenColumn,
    private readonly warnings: Warnings,
  ) {}

  /** Returns the JSON of a cell's value. A value that does not fit a chosen type stays text, with a warning. */
  jsonOf(cell: ReadCell = BLANK, row: number): string {
    this.#cells += 1;
    const value = this.#valueOf(cell, row);
    if (value === null) return 'null';
    const json = typeof value === 'string' ? JSON.stringify(value) : String(value);
    this.#values += 1;
    this.#distinct.add(typeof value === 'string' ? value : json);
    if (this.#examples.size < MAX_EXAMPLES) this.#examples.add(asExample(value));
    return json;
  }

  /** Describes the column after the last row. A column without values is nullable and not unique. */
  describe(): Column {
    const { key, header, slug, type, cell } = this.chosen;
    const nullable = this.#cells === 0 || this.#values < this.#cells;
    const unique = this.#values > 0 && this.#distinct.areUnique;
    return { key, header, slug, type, nullable, unique, examples: [...this.#examples], cell };
  }

  #valueOf(cell: ReadCell, row: number): CellValue {
    if (cell.kind === 'error' || cell.kind === 'unknown') this.#warnOfMissingValue(cell, row);
    const value = fitValue(cell, this.chosen.type);
    if (value !== undefined) return value;
    this.hasMisfits = true;
    this.#warnOfMisfit(cell, row);
    return cell.text;
  }

  #warnOfMissingValue({ kind, text }: ReadCell, row: number) {
    const address = addressOf(row, this.chosen.index + 1);
    if (kind === 'error') {
      this.warnings.add('error_cells', `${address} holds the error ${quoted(text)}. Its value is null.`, address);
    } else {
      const detail = `${address} holds a formula without a stored value. Its value is null.`;
      this.warnings.add('formula_without_value', detail, address);
    }
  }

  #warnOfMisfit({ text }: ReadCell, row: number) {
    const address = addressOf(row, this.chosen.index + 1);
    const detail = `${address} holds ${quoted(text.trim())}, which is not ${withArticle[this.chosen.type]}. It is answered as text.`;
    this.warnings.add('mixed_types', detail, address);
  }
}

/** Returns the header row chosen by a person or given by previous columns; null to detect it. */
export function configuredHeaderRow({ headerRow, known = [] }: TabSettings): number | null {
  const [first] = known;
  return headerRow ?? (first === undefined ? null : rowOfAddress(first.cell));
}

/** Chooses the columns of a tab from its header row, the statistics of its cells, and its settings; none without a header row. */
export function chooseColumns(
  { header, facts }: Pick<Surveyor, 'header' | 'facts'>,
  reading: CellReading,
  { columnTypes = {}, known = [] }: TabSettings,
  warnings: Warnings,
): ChosenColumn[] {
  if (header === undefined) return [];
  const previousColumns = new Map(known.map((column) => [columnOfAddress(column.cell) - 1, column]));
  const previousWidth = Math.max(0, ...[...previousColumns.keys()].map((index) => index + 1));
  const width = Math.max(header.cells.length, facts.length, previousWidth);
  const hasData = (index: number) => previousColumns.has(index) || (facts[index]?.hasData ?? false);
  return nameColumns(header, hasData, width, warnings).map((named) => {
    const { index, key } = named;
    if (Object.hasOwn(columnTypes, key)) return { ...named, type: columnTypes[key] ?? 'text', isGiven: true };
    const previous = previousColumns.get(index);
    if (previous?.key === key) return { ...named, type: previous.type, isGiven: true };
    const factsOfColumn = facts[index];
    const type = factsOfColumn === undefined ? 'text' : chooseType(named, factsOfColumn, reading, warnings);
    return { ...named, type, isGiven: false };
  });
}
