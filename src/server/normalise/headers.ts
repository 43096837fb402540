import { cellAddress, columnLetters } from '../workbook/cellAddress';
import type { ReadCell } from './readCell';
import { slugOf, UniqueNames } from './slugs';
import { quoted, type Warnings } from './warnings';

/** A column with its names, before anything is known of its values. */
export interface NamedColumn {
  /** 0-based place in the row. */
  readonly index: number;
  readonly key: string;
  readonly header: string;
  readonly slug: string;
  /** Address of the header cell. */
  readonly cell: string;
}

const words = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten'];
const ordinals = ['', 'first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth'];

/** What begins with `_` is ours: a person's own name that does gets one underscore more. */
const escaped = (name: string) => (name.startsWith('_') ? `_${name}` : name);

const nameOf = (cell: ReadCell | undefined) => (cell === undefined || cell.kind === 'error' ? '' : cell.text.trim());

interface HeaderRow {
  /** 1-based row of the sheet. */
  readonly row: number;
  readonly cells: readonly ReadCell[];
  /** Whether a column, by its 0-based place, holds anything under its header. */
  readonly hasData: (index: number) => boolean;
  /** How many columns the header row and the rows under it reach over. */
  readonly width: number;
}

/**
 * Names the columns: the header trimmed, `price_2` for a second `price` (a header that is really `price_2` keeps it),
 * `column_C` for a blank header over data; a blank header over nothing is left out.
 */
export function nameColumns({ row, cells, hasData, width }: HeaderRow, warnings: Warnings): NamedColumn[] {
  const literal = Array.from({ length: width }, (_, index) => escaped(nameOf(cells[index])));
  const times = countOf(literal);
  const seen = new Map<string, number>();
  const keys = new UniqueNames(literal);
  const slugs = new UniqueNames();
  return literal.flatMap((name, index) => {
    if (name === '' && !hasData(index)) return [];
    const cell = cellAddress(row, index + 1);
    const key = name === '' ? keys.claim(`column_${columnLetters(index + 1)}`) : keyOf(name, keys, seen);
    const slug = slugs.claim(slugOf(key) || `column_${columnLetters(index + 1).toLowerCase()}`);
    if (name === '') warnOfBlank(key, cell, warnings);
    else if (key !== name) warnOfRepeated({ name, key, cell }, times.get(name) ?? 0, seen.get(name) ?? 0, warnings);
    return [{ index, key, header: cells[index]?.kind === 'error' ? '' : (cells[index]?.text ?? ''), slug, cell }];
  });
}

function countOf(names: readonly string[]) {
  const times = new Map<string, number>();
  for (const name of names) times.set(name, (times.get(name) ?? 0) + 1);
  return times;
}

function keyOf(name: string, keys: UniqueNames, seen: Map<string, number>) {
  const nth = (seen.get(name) ?? 0) + 1;
  seen.set(name, nth);
  return nth === 1 ? name : keys.number(name);
}

function warnOfBlank(key: string, cell: string, warnings: Warnings) {
  const letters = cell.replace(/\d+$/, '');
  warnings.add('blank_header', () => `Column ${letters} has values but no header. It is ${key} in the API.`, cell);
}

function warnOfRepeated(
  { name, key, cell }: { name: string; key: string; cell: string },
  times: number,
  nth: number,
  warnings: Warnings,
) {
  const which = ordinals[nth] === undefined ? `Number ${nth}` : `The ${ordinals[nth]} one`;
  const detail = () =>
    `${words[times] ?? times} columns are called ${quoted(name)}. ${which}, ${cell}, is ${quoted(key)} in the API.`;
  warnings.add('duplicate_header', detail, cell);
}
