import type { ProblemLine } from '../../../contract/problems';
import type { Column } from '../../../contract/rows';
import { Refusal } from '../../refusal';
import type { ColumnNames } from '../query/columnNames';
import { columnList, didYouMean } from '../query/queryRefusals';
import type { FittingCell } from './cellValue';
import { fittingCell } from './cellValue';
import { refuseTooMany } from './fieldsMost';
import type { GivenRow } from './givenRows';
import { LongNumber } from '../longNumbers';

/** So many things that are wrong are told at once. */
const MOST_TOLD = 100;

/** A value for a column, as it was sent. */
export interface GivenCell {
  readonly given: unknown;
  readonly isText: boolean;
  /** Where it stands in the body, for example `0.Name`. */
  readonly field: string;
}

/** What is wrong with rows, collected so that all of it is told at once. */
export class RowProblems {
  readonly #lines: ProblemLine[] = [];
  #hint: string | undefined;

  /** Whether more need not be told. */
  get isFull(): boolean {
    return this.#lines.length >= MOST_TOLD;
  }

  add(line: ProblemLine, hint?: string): void {
    this.#lines.push(line);
    this.#hint ??= hint;
  }

  /** @throws Refusal `invalid_rows` when anything was added; the first sentence is that of the whole */
  refuse(): void {
    const [first] = this.#lines;
    if (first === undefined) return;
    throw new Refusal('invalid_rows', first.detail, {
      errors: this.#lines.slice(0, MOST_TOLD),
      ...(this.#hint !== undefined && { hint: this.#hint }),
    });
  }
}

export interface ResolvedRow {
  /** By place of the column. */
  readonly cells: ReadonlyMap<number, GivenCell>;
  /** What it says its `_id` is, if it does. */
  readonly id: GivenCell | undefined;
  /** What it says its `_row` is, if it does. */
  readonly row: GivenCell | undefined;
}

export interface Resolving {
  readonly names: ColumnNames;
  readonly isText: boolean;
  /** Where the row stands in the body; undefined where it is the body. */
  readonly index?: number | undefined;
  /** Takes names that are no columns; they are refused without it. */
  readonly ignored?: Set<string> | undefined;
}

const fieldOf = (index: number | undefined, name: string) => (index === undefined ? name : `${index}.${name}`);

/** What to do about a name that is none: other services want rows inside an object, other tables are separated by semicolons. */
function wayOf(name: string, given: unknown): string {
  if (typeof given === 'object' && given !== null && !(given instanceof LongNumber)) {
    return `Send the row itself, or a list of rows, without “${name}” around it.`;
  }
  if (/[;\t]/.test(name)) return 'Put commas between the names, and between the values below them.';
  return 'With _unknown=ignore, what is no column is left out.';
}

function addUnknown(name: string, { given, field }: GivenCell, names: ColumnNames, problems: RowProblems) {
  // To look for what was meant takes its time.
  if (problems.isFull) return;
  const detail = `“${name}” is no column of this endpoint. Its columns are ${columnList(names)}.`;
  const near = didYouMean(name, names.keys);
  problems.add({ field, detail }, near === undefined ? wayOf(name, given) : `${near} ${wayOf(name, given)}`);
}

/** Finds the columns that a row names: exact key first, slug second. */
export function resolveRow({ entries }: GivenRow, resolving: Resolving, problems: RowProblems): ResolvedRow {
  const { names, isText, index, ignored } = resolving;
  const cells = new Map<number, GivenCell>();
  const own: { _id?: GivenCell; _row?: GivenCell } = {};
  refuseTooMany(entries.length);
  for (const [name, given] of entries) {
    const field = fieldOf(index, name);
    const place = names.find(name);
    if (place === undefined && (name === '_id' || name === '_row')) own[name] = { given, isText, field };
    else if (place === undefined && ignored !== undefined) ignored.add(name);
    else if (place === undefined) addUnknown(name, { given, isText, field }, names, problems);
    else if (cells.has(place)) {
      problems.add({ field, detail: `${names.column(place).key} is given twice, by its key and by its slug.` });
    } else cells.set(place, { given, isText, field });
  }
  return { cells, id: own._id, row: own._row };
}

/** How a value of a column is sent. */
function exampleOf({ key, examples }: Column): string | undefined {
  const example = examples.find((one) => one !== null);
  return example === undefined ? undefined : `Send it like ${JSON.stringify({ [key]: example })}.`;
}

/** A value that fits its column; what does not is added to the problems. */
export function checkedCell(
  place: number,
  { given, isText, field }: GivenCell,
  names: ColumnNames,
  problems: RowProblems,
): FittingCell | undefined {
  const fitting = fittingCell(given, names.column(place), isText);
  if (!('misfit' in fitting)) return fitting;
  problems.add({ field, detail: fitting.misfit }, exampleOf(names.column(place)));
  return undefined;
}
