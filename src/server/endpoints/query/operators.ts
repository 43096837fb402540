import type { CompareOperator, TextOperator } from '../../store/memory/engine';

/** Operands of an operator, and its meaning as the end of the sentence “Rows whose City …”. */
type Described = { readonly meaning: string } & (
  | { readonly kind: 'compare'; readonly op: CompareOperator }
  | { readonly kind: 'text'; readonly op: TextOperator }
  | { readonly kind: 'list' | 'between' | 'blank' }
);

/** Operators after `__` in a name, or as keys in `_where`, in the order in which refusals list them. */
export const operators = {
  eq: { kind: 'compare', op: 'eq', meaning: 'is this' },
  ne: { kind: 'compare', op: 'ne', meaning: 'is not this, blanks among them' },
  gt: { kind: 'compare', op: 'gt', meaning: 'is above this' },
  gte: { kind: 'compare', op: 'gte', meaning: 'is this or above' },
  lt: { kind: 'compare', op: 'lt', meaning: 'is below this' },
  lte: { kind: 'compare', op: 'lte', meaning: 'is this or below' },
  in: { kind: 'list', meaning: 'is one of these; one with a comma stands in double quotes' },
  nin: { kind: 'list', meaning: 'is none of these, blanks among them; one with a comma stands in double quotes' },
  between: { kind: 'between', meaning: 'is between these two, or one of them' },
  contains: { kind: 'text', op: 'contains', meaning: 'contains this, whatever the case' },
  startswith: { kind: 'text', op: 'startswith', meaning: 'begins with this, whatever the case' },
  endswith: { kind: 'text', op: 'endswith', meaning: 'ends with this, whatever the case' },
  like: { kind: 'text', op: 'like', meaning: 'looks like this: `%` is any text, `_` any character' },
  ilike: {
    kind: 'text',
    op: 'ilike',
    meaning: 'looks like this, whatever the case: `%` is any text, `_` any character',
  },
  isnull: { kind: 'blank', meaning: 'is blank, or with `false` is not' },
  isblank: { kind: 'blank', meaning: 'is blank, or with `false` is not' },
} as const satisfies Record<string, Described>;

export type Operator = keyof typeof operators;

/** Names of the operators, in the order in which refusals list them. */
export const operatorNames = Object.keys(operators) as Operator[];

/** Operators of `_id`. */
export const idOperators = ['eq', 'ne', 'in', 'nin'] as const satisfies readonly Operator[];

export const isOperator = (name: string): name is Operator => Object.hasOwn(operators, name);
