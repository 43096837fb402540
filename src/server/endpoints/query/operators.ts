import type { CompareOperator, TextOperator } from '../../store/memory/engine';

/** Operands of an operator, and its meaning as the end of the sentence “Rows whose City …”. */
type Described = { readonly meaning: string } & (
  | { readonly kind: 'compare'; readonly op: CompareOperator }
  | { readonly kind: 'text'; readonly op: TextOperator }
  | { readonly kind: 'list' | 'between' | 'blank' }
);

/** Operators after `__` in a name, or as keys in `_where`, in the order in which refusals list them. */
export const operators = {
  eq: { kind: 'compare', op: 'eq', meaning: 'equals this' },
  ne: { kind: 'compare', op: 'ne', meaning: 'does not equal this, or is blank' },
  gt: { kind: 'compare', op: 'gt', meaning: 'is greater than this' },
  gte: { kind: 'compare', op: 'gte', meaning: 'is this or greater' },
  lt: { kind: 'compare', op: 'lt', meaning: 'is less than this' },
  lte: { kind: 'compare', op: 'lte', meaning: 'is this or less' },
  in: { kind: 'list', meaning: 'is one of these; put a value with a comma into double quotes' },
  nin: { kind: 'list', meaning: 'is none of these, or is blank; put a value with a comma into double quotes' },
  between: { kind: 'between', meaning: 'is between these two values, both included' },
  contains: { kind: 'text', op: 'contains', meaning: 'contains this, ignoring case' },
  startswith: { kind: 'text', op: 'startswith', meaning: 'begins with this, ignoring case' },
  endswith: { kind: 'text', op: 'endswith', meaning: 'ends with this, ignoring case' },
  like: { kind: 'text', op: 'like', meaning: 'matches this pattern: `%` is any text, `_` any character' },
  ilike: {
    kind: 'text',
    op: 'ilike',
    meaning: 'matches this pattern, ignoring case: `%` is any text, `_` any character',
  },
  isnull: { kind: 'blank', meaning: 'is blank; with `false`, is not blank' },
  isblank: { kind: 'blank', meaning: 'is blank; with `false`, is not blank' },
} as const satisfies Record<string, Described>;

export type Operator = keyof typeof operators;

/** Names of the operators, in the order in which refusals list them. */
export const operatorNames = Object.keys(operators) as Operator[];

/** Operators of `_id`. */
export const idOperators = ['eq', 'ne', 'in', 'nin'] as const satisfies readonly Operator[];

export const isOperator = (name: string): name is Operator => Object.hasOwn(operators, name);
