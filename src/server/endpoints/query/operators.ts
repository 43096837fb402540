import type { CompareOperator, TextOperator } from '../engine/engine';

type Kind =
  | { readonly kind: 'compare'; readonly op: CompareOperator }
  | { readonly kind: 'list'; readonly op: 'in' | 'nin' }
  | { readonly kind: 'between' }
  | { readonly kind: 'text'; readonly op: TextOperator }
  | { readonly kind: 'blank' };

/** Everything that can stand behind `__` in a name, or be a key in `_where`. */
export const operators = {
  eq: { kind: 'compare', op: 'eq' },
  ne: { kind: 'compare', op: 'ne' },
  gt: { kind: 'compare', op: 'gt' },
  gte: { kind: 'compare', op: 'gte' },
  lt: { kind: 'compare', op: 'lt' },
  lte: { kind: 'compare', op: 'lte' },
  in: { kind: 'list', op: 'in' },
  nin: { kind: 'list', op: 'nin' },
  between: { kind: 'between' },
  contains: { kind: 'text', op: 'contains' },
  startswith: { kind: 'text', op: 'startswith' },
  endswith: { kind: 'text', op: 'endswith' },
  like: { kind: 'text', op: 'like' },
  ilike: { kind: 'text', op: 'ilike' },
  isnull: { kind: 'blank' },
  isblank: { kind: 'blank' },
} as const satisfies Record<string, Kind>;

export type Operator = keyof typeof operators;

/** Their names, in the order they are told in. */
export const operatorNames = Object.keys(operators) as Operator[];

/** What can be asked of `_id`. */
export const idOperators = ['eq', 'ne', 'in', 'nin'] as const satisfies readonly Operator[];

export const isOperator = (name: string): name is Operator => Object.hasOwn(operators, name);
