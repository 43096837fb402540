import type { ProblemCode, ProblemLine } from '../../../contract/problems';
import { Refusal } from '../../refusal';
import type { ColumnNames } from './columnNames';
import { columnHabit, habitOf, nearMissOf } from './parameterSuggestions';

/** So many columns are named in a refusal. */
const NAMED_COLUMNS = 50;

/** @returns the hint naming what was most likely meant, if anything is near */
export function didYouMean(name: string, names: readonly string[]): string | undefined {
  const meant = nearMissOf(name, names);
  return meant === undefined ? undefined : `Did you mean ${meant}?`;
}

/** Names the columns, not all of very many. */
export function columnList(names: ColumnNames): string {
  const { keys } = names;
  const more = keys.length > NAMED_COLUMNS ? ` and ${keys.length - NAMED_COLUMNS} more columns` : '';
  return keys.slice(0, NAMED_COLUMNS).join(', ') + more;
}

/**
 * One thing is wrong with one parameter.
 *
 * @param hint names the right choice
 */
export function refuse(code: ProblemCode, field: string, detail: string, hint: string): never {
  throw new Refusal(code, detail, { errors: [{ field, detail }], hint });
}

export const invalid = (field: string, detail: string, hint: string): never =>
  refuse('invalid_parameter', field, detail, hint);

/**
 * @param field the parameter that names the column
 * @throws Refusal `unknown_column`
 */
export function unknownColumn(field: string, name: string, names: ColumnNames): never {
  const near = columnHabit(name, names.keys) ?? didYouMean(name, names.keys);
  const hint = near ?? `Its columns are ${columnList(names)}.`;
  return refuse('unknown_column', field, `This endpoint has no column “${name}”.`, hint);
}

/** The columns that are named, each found. */
export function columnNamed(field: string, name: string, names: ColumnNames): number {
  return names.find(name) ?? unknownColumn(field, name, names);
}

/** @throws Refusal `unknown_operator` */
export function unknownOperator(field: string, name: string, known: readonly string[]): never {
  const near = didYouMean(name, known);
  const all = `The operators are ${known.join(', ')}.`;
  return refuse('unknown_operator', field, `“${name}” is no operator.`, near === undefined ? all : `${near} ${all}`);
}

/**
 * Names that are neither a parameter nor a column, all at once.
 *
 * @param kinds what they could have been, for example `neither a parameter nor a column`, and a hint that is better than any guess
 * @throws Refusal `unknown_parameter` listing what is valid
 */
export function unknownNames(
  strange: readonly string[],
  known: readonly string[],
  valid: string,
  kinds: { readonly one: string; readonly many: string; readonly hint?: string },
): never {
  const errors = strange.map((field): ProblemLine => ({ field, detail: `“${field}” ${kinds.one}.` }));
  const hint = strange
    .slice(0, 10)
    .map((name) => habitOf(name, known) ?? didYouMean(name, known))
    .find((meant) => meant !== undefined);
  const which = strange.map((name) => `“${name}”`).join(', ');
  const predicate = strange.length === 1 ? kinds.one : kinds.many;
  throw new Refusal('unknown_parameter', `${which} ${predicate}. Valid are ${valid}.`, {
    errors,
    hint: kinds.hint ?? hint ?? `Leave ${strange.length === 1 ? 'it' : 'them'} out, or name what is valid.`,
  });
}
