import type { ColumnType } from '../../contract/rows';
import { cellAddress } from '../workbook/cellAddress';
import type { CitedCell, ColumnFacts } from './columnFacts';
import type { NamedColumn } from './headers';
import type { CellKind } from './readCell';
import { quoted, type Warnings } from './warnings';

/** Kinds that go together into one type, the narrower types first. */
const families: readonly (readonly [ColumnType, readonly CellKind[]])[] = [
  ['integer', ['integer']],
  ['number', ['integer', 'number']],
  ['boolean', ['boolean']],
  ['date', ['date']],
  ['datetime', ['date', 'datetime']],
  ['datetime', ['instant']],
  ['time', ['time']],
];

const nouns: Partial<Record<CellKind, string>> = {
  text: 'text',
  code: 'codes',
  integer: 'numbers',
  number: 'numbers',
  boolean: 'true and false',
  date: 'dates',
  datetime: 'dates with times',
  instant: 'dates with times and zones',
  time: 'times',
};

/**
 * The type of a column, read carefully: one type when every cell that holds something is of it and no number changes its
 * writing, else text. What a person may not expect is warned.
 *
 * @param typed false for CSV, where types are read from the text
 */
export function chooseType(column: NamedColumn, facts: ColumnFacts, typed: boolean, warnings: Warnings): ColumnType {
  const values = facts.values;
  const [type] = families.find(([, kinds]) => facts.count(...kinds) === values) ?? ['text' as const];
  if (values === 0) return 'text';
  const isNumeric = type === 'integer' || type === 'number';
  if (type !== 'text' && (typed || !isNumeric || facts.survivesRoundTrip)) return type;
  if (!typed && facts.count('integer', 'number', 'code') === values) warnOfNumbers(column, facts, warnings);
  else warnOfMixture(column, facts, typed, warnings);
  return 'text';
}

function warnOfNumbers(column: NamedColumn, facts: ColumnFacts, warnings: Warnings) {
  const cited = facts.first('code') ?? facts.firstReformatted;
  if (cited === undefined) return;
  const cell = cellAddress(cited.row, column.index + 1);
  const detail = () =>
    `${quoted(column.key)} stays text: ${quoted(cited.text)} in ${cell} ${lossOf(cited.text.trim())}.`;
  warnings.add('number_as_text', detail, cell);
}

/** What a text that looks like a number would lose by becoming one. */
function lossOf(text: string): string {
  if (/^-?0\d/.test(text)) return 'would lose its leading zero as a number';
  if (text.startsWith('+')) return 'would lose its plus sign as a number';
  if (/e/i.test(text)) return 'may be a code rather than a number';
  if (text.replace(/\D/g, '').length > 15) return 'has more than 15 digits, too many for a number';
  return `would become ${Number(text)} as a number`;
}

/** A typed file's numbers beside text are always worth a word; in CSV only when text is the exception. */
function warnOfMixture(column: NamedColumn, facts: ColumnFacts, typed: boolean, warnings: Warnings) {
  const kinds = Object.keys(nouns) as CellKind[];
  const present = kinds.filter((kind) => facts.count(kind) > 0);
  const names = [...new Set(present.map((kind) => nouns[kind] ?? kind))];
  const most = Math.max(...families.map(([, family]) => facts.count(...family)));
  if (names.length < 2 || (!typed && most * 2 <= facts.values)) return;
  const cited = exceptionIn(facts, present);
  const cell = cited && cellAddress(cited.row, column.index + 1);
  const which = cited ? `: ${quoted(cited.text.trim())} in ${cell}` : '';
  warnings.add('mixed_types', () => `${quoted(column.key)} holds ${listed(names)}, so it is text${which}.`, cell);
}

/** The first cell of the rarest kind, which most likely keeps the column from another type. */
function exceptionIn(facts: ColumnFacts, present: readonly CellKind[]): CitedCell | undefined {
  const [rarest] = present.toSorted((one, other) => facts.count(one) - facts.count(other));
  return rarest && facts.first(rarest);
}

const listed = (names: readonly string[]) => `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
