import type { Condition } from '../../store/memory/engine';
import { isJsonObject } from './values';
import type { ColumnNames } from './columnNames';
import { conditionOf } from './condition';
import { isOperator } from './operators';
import { columnNamed, invalid } from './queryRefusals';

/** Maximum nesting depth of `and`, `or` and `not`, and maximum number of conditions. */
const MAX_DEPTH = 20;
const MAX_CONDITIONS = 1_000;

/** Maximum number of values in all lists together. */
const MAX_VALUES = 10_000;

const EXAMPLE = 'Write it like {"or":[{"City":{"eq":"Oslo"}},{"Founded":{"lt":2000}}]}.';
const LISTS = 'A list of values goes into "in".';

const joinConditions = (parts: readonly Condition[]): Condition =>
  parts.length === 1 && parts[0] !== undefined ? parts[0] : { kind: 'and', parts };

/** Parser of nested conditions, which counts conditions and values. */
class WhereReader {
  #conditions = 0;
  #values = 0;

  constructor(
    private readonly field: string,
    private readonly names: ColumnNames,
  ) {}

  read(where: unknown, depth = 0): Condition {
    if (!isJsonObject(where)) return this.#refuse('has to be an object of conditions', EXAMPLE);
    if (depth > MAX_DEPTH) return this.#refuse(`is nested more than ${MAX_DEPTH} deep`, LISTS);
    return joinConditions(Object.entries(where).map(([name, value]) => this.#entry(name, value, depth)));
  }

  /** Parses an entry. A column may be called `and`, `or` or `not`, which is meant if its value has operators as keys. */
  #entry(name: string, value: unknown, depth: number): Condition {
    const isColumn = this.names.find(name) !== undefined && isJsonObject(value) && Object.keys(value).some(isOperator);
    if (isColumn) return this.#column(name, value);
    if (name === 'not') return { kind: 'not', part: this.read(value, depth + 1) };
    if (name !== 'and' && name !== 'or') return this.#column(name, value);
    if (!Array.isArray(value)) return invalid(this.field, `${name} takes a list of conditions.`, EXAMPLE);
    return { kind: name, parts: value.map((part) => this.read(part, depth + 1)) };
  }

  #column(name: string, value: unknown): Condition {
    const of = name === '_id' ? name : columnNamed(this.field, name, this.names);
    if (!isJsonObject(value)) {
      const detail = `“${name}” has to be followed by an operator and its value.`;
      return invalid(this.field, detail, this.#asOperator(name, value));
    }
    return joinConditions(
      Object.entries(value).map(([op, operand]) => {
        this.#count(operand);
        return conditionOf(of, op, { field: this.field, value: operand, isText: false }, this.names);
      }),
    );
  }

  #asOperator(name: string, value: unknown) {
    const suggestion = JSON.stringify({ [name]: { [Array.isArray(value) ? 'in' : 'eq']: value } });
    return suggestion.length > 200 ? EXAMPLE : `Did you mean ${suggestion}?`;
  }

  #count(operand: unknown) {
    this.#conditions += 1;
    if (Array.isArray(operand)) this.#values += operand.length;
    if (this.#values > MAX_VALUES) {
      this.#refuse(
        `takes ${MAX_VALUES} values at most in all its lists`,
        'Send several requests with a part of them each.',
      );
    }
    if (this.#conditions > MAX_CONDITIONS) this.#refuse(`takes ${MAX_CONDITIONS} conditions at most`, LISTS);
  }

  #refuse(predicate: string, hint: string): never {
    return invalid(this.field, `${this.field} ${predicate}.`, hint);
  }
}

/**
 * Parses the JSON of nested conditions: `and` and `or` with lists, `not` with one condition, and columns with `{op: value}`. All
 * conditions in one object have to hold.
 *
 * @param field the parameter, for refusals
 * @throws Refusal `unknown_column`, `unknown_operator`, `invalid_value`, `invalid_parameter`
 */
export const whereConditionOf = (field: string, where: unknown, names: ColumnNames): Condition =>
  new WhereReader(field, names).read(where);
