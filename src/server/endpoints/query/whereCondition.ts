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
    if (!isJsonObject(where)) return invalid(this.field, `${this.field} has to be an object of conditions.`, EXAMPLE);
    if (depth > MAX_DEPTH)
      return invalid(
        this.field,
        `${this.field} is nested more than ${MAX_DEPTH} deep.`,
        'A list of values goes into "in".',
      );
    return joinConditions(Object.entries(where).map(([name, value]) => this.#entry(name, value, depth)));
  }

  #entry(name: string, value: unknown, depth: number): Condition {
    if ((name === 'and' || name === 'or') && !this.#isColumn(name, value)) {
      return { kind: name, parts: this.#list(name, value).map((part) => this.read(part, depth + 1)) };
    }
    if (name === 'not' && !this.#isColumn(name, value)) return { kind: 'not', part: this.read(value, depth + 1) };
    return this.#column(name, value);
  }

  /**
   * Returns whether a name means a column: one may be called `and`, `or` or `not`, which is meant if its value has operators as keys.
   */
  #isColumn(name: string, value: unknown) {
    return this.names.find(name) !== undefined && isJsonObject(value) && Object.keys(value).some(isOperator);
  }

  #list(name: string, value: unknown): readonly unknown[] {
    if (Array.isArray(value)) return value;
    return invalid(this.field, `${name} takes a list of conditions.`, EXAMPLE);
  }

  #column(name: string, value: unknown): Condition {
    const of = name === '_id' ? name : columnNamed(this.field, name, this.names);
    if (!isJsonObject(value)) {
      return invalid(
        this.field,
        `“${name}” has to be followed by an operator and its value.`,
        this.#asOperator(name, value),
      );
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
      const hint = 'Send several requests with a part of them each.';
      invalid(this.field, `${this.field} takes ${MAX_VALUES} values at most in all its lists.`, hint);
    }
    if (this.#conditions > MAX_CONDITIONS) {
      invalid(
        this.field,
        `${this.field} takes ${MAX_CONDITIONS} conditions at most.`,
        'A list of values goes into "in".',
      );
    }
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
