import { addressOf } from '../../contract/gridCells';
import type { ColumnType } from '../../contract/rows';
import type { CellReading } from '../rawTab/rawTab';
import type { NamedColumn } from './headers';
import { type CellKind, DIGITS, type ReadCell } from './readCell';
import { quoted, type Warnings } from './warnings';

/** Cell cited in a warning. */
interface CitedCell {
  readonly row: number;
  readonly text: string;
}

/** Number that is ambiguous while the decimal sign is unknown: 1.234 may be 1234. */
const AMBIGUOUS_NUMBER = /^-?[1-9]\d{0,2}[.,]\d{3}$/;

/** Statistics of a column's cells below the header: count and first cell of each kind. */
export class ColumnFacts {
  readonly #kinds = new Map<CellKind, CitedCell & { count: number }>();
  #isClear = false;

  add({ kind, text }: ReadCell, row: number): void {
    if (!this.#isClear && (kind === 'number' || kind === 'decimalComma')) {
      this.#isClear = !AMBIGUOUS_NUMBER.test(text.trim());
    }
    const seen = this.#kinds.get(kind);
    if (seen === undefined) this.#kinds.set(kind, { row, text, count: 1 });
    else seen.count += 1;
  }

  count(...kinds: CellKind[]): number {
    return kinds.reduce((sum, kind) => sum + (this.#kinds.get(kind)?.count ?? 0), 0);
  }

  first(kind: CellKind): CitedCell | undefined {
    return this.#kinds.get(kind);
  }

  /** First number with a point or comma, if all such numbers are ambiguous, such as 1.234. */
  get ambiguous(): CitedCell | undefined {
    return this.#isClear ? undefined : (this.first('number') ?? this.first('decimalComma'));
  }

  /** Number of cells with a value: neither blank nor an error. */
  get values(): number {
    return this.count(...this.#kinds.keys()) - this.count('blank', 'unknown', 'error');
  }

  get hasData(): boolean {
    return this.values + this.count('error', 'unknown') > 0;
  }
}

/** Cell kinds that fit each type, narrower types first. */
const families: readonly (readonly [ColumnType, readonly CellKind[]])[] = [
  ['integer', ['integer']],
  ['number', ['integer', 'number', 'exponent', 'commaGroups']],
  ['number', ['integer', 'decimalComma', 'exponent', 'pointGroups']],
  ['boolean', ['boolean']],
  ['date', ['date']],
  ['datetime', ['date', 'datetime']],
  ['datetime', ['instant']],
  ['time', ['time']],
];

/** Names of kinds in warnings. Cells of the other kinds have no value. */
const nouns: Partial<Record<CellKind, string>> = {
  text: 'text',
  code: 'codes',
  integer: 'numbers',
  number: 'numbers',
  exponent: 'codes',
  decimalComma: 'numbers with a decimal comma',
  pointGroups: 'codes',
  commaGroups: 'codes',
  boolean: 'true and false',
  date: 'dates',
  datetime: 'dates with times',
  instant: 'dates with times and zones',
  time: 'times',
};

/** Kinds that may be codes if no number of the column has decimals. */
const doubtful = ['exponent', 'pointGroups', 'commaGroups'] as const;

/**
 * Chooses the type of a column, conservatively: a type that every non-blank cell fits, else text. Adds warnings for surprising
 * results.
 */
export function chooseType(
  column: NamedColumn,
  facts: ColumnFacts,
  { typed, decimals }: CellReading,
  warnings: Warnings,
): ColumnType {
  const values = facts.values;
  if (values === 0) return 'text';
  const [type] = families.find(([, kinds]) => facts.count(...kinds) === values) ?? ['text' as const];
  const areCodes = facts.count(...doubtful) > 0 && facts.count('number', 'decimalComma') === 0;
  if (type === 'number' && !areCodes && decimals === '.,') warnOfThousands(column, facts, warnings);
  if (type !== 'text' && !(type === 'number' && areCodes)) return type;
  const isLikeNumbers = facts.count('integer', 'number', 'code', ...doubtful) === values;
  if (!typed && isLikeNumbers) warnOfNumbers(column, facts, warnings);
  else warnOfMixture(column, facts, typed, warnings);
  return 'text';
}

/** Warns if the decimal sign could be a thousands separator in the whole column. */
function warnOfThousands(column: NamedColumn, { ambiguous }: ColumnFacts, warnings: Warnings) {
  if (ambiguous === undefined) return;
  const cell = addressOf(ambiguous.row, column.index + 1);
  const text = ambiguous.text.trim();
  const hasComma = text.includes(',');
  const sign = hasComma ? 'comma' : 'point';
  const otherSign = hasComma ? 'point' : 'comma';
  const detail = `${quoted(column.key)} was read with a decimal ${sign}: ${text} in ${cell} could be ${text.replace(/[.,]/, '')} as well. If it is, choose the ${otherSign} as decimal sign.`;
  warnings.add('unsure_decimals', detail, cell);
}

function warnOfNumbers(column: NamedColumn, facts: ColumnFacts, warnings: Warnings) {
  const cited = (['code', ...doubtful] as const).map((kind) => facts.first(kind)).find((cell) => cell !== undefined);
  if (cited === undefined) return;
  const cell = addressOf(cited.row, column.index + 1);
  const detail = `${quoted(column.key)} stays text: ${quoted(cited.text)} in ${cell} ${lossOf(cited.text.trim())}.`;
  warnings.add('number_as_text', detail, cell);
}

/** Returns what a text that looks like a number would lose as a number. */
function lossOf(text: string): string {
  if (/^-?0\d/.test(text)) return 'would lose its leading zero as a number';
  if (text.startsWith('+')) return 'would lose its plus sign as a number';
  if (/[.,]$/.test(text)) return 'ends with a point, as a place in a list does';
  if (text.replace(/e.*$/i, '').replace(/\D/g, '').length > DIGITS) {
    return 'has more than 15 digits, too many for a number';
  }
  const size = Number(text.replace(/[.,]/g, ''));
  const isInRange = Number.isFinite(size) && size !== 0;
  return isInRange ? 'may be a code rather than a number' : 'is too large or too small for a number';
}

/** Warns of mixed types: always in a typed file; in CSV only if text is the exception. */
function warnOfMixture(column: NamedColumn, facts: ColumnFacts, typed: boolean, warnings: Warnings) {
  const kinds = Object.keys(nouns) as CellKind[];
  const present = kinds.filter((kind) => facts.count(kind) > 0);
  const names = [...new Set(present.map((kind) => nouns[kind] ?? kind))];
  const most = Math.max(...families.map(([, family]) => facts.count(...family)));
  if (names.length < 2 || (!typed && most * 2 <= facts.values)) return;
  const cited = exceptionIn(facts, present);
  const cell = cited && addressOf(cited.row, column.index + 1);
  const which = cited ? `: ${quoted(cited.text.trim())} in ${cell}` : '';
  warnings.add('mixed_types', `${quoted(column.key)} holds ${listed(names)}, so it is text${which}.`, cell);
}

/** Returns the first cell of the rarest kind, the most likely reason against another type. */
function exceptionIn(facts: ColumnFacts, present: readonly CellKind[]): CitedCell | undefined {
  const [rarest] = present.toSorted((a, b) => facts.count(a) - facts.count(b));
  return rarest && facts.first(rarest);
}

const listed = (names: readonly string[]) => `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
