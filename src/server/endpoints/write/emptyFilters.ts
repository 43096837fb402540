import type { Condition, FilterValue } from '../engine/engine';

/** Whether no cell equals a value: those with nothing but white space are blank, and a blank equals nothing. */
const isBlank = (value: FilterValue) => typeof value === 'string' && value.trim() === '';

/** Whether a condition holds for no row, whatever is in it: `City=`, `{"City":{"in":[]}}`. */
function holdsForNone(condition: Condition): boolean {
  switch (condition.kind) {
    case 'and':
      return condition.parts.some(holdsForNone);
    case 'or':
      return condition.parts.every(holdsForNone);
    case 'not':
      return asksNothing(condition.part);
    case 'compare':
      return condition.op === 'eq' && isBlank(condition.value);
    case 'in':
      return condition.values.every(isBlank);
    case 'ids':
      return condition.ids.length === 0;
    case 'nin':
    case 'between':
    case 'text':
    case 'blank':
    case 'search':
      return false;
  }
}

/**
 * Whether a condition holds for every row, whatever is in it, because it asks nothing: `_where={}`, `_q=`, and what is left of a
 * filter when there was nothing to put into it, `City__ne=` and `{"City":{"nin":[]}}`.
 */
export function asksNothing(condition: Condition): boolean {
  switch (condition.kind) {
    case 'and':
      return condition.parts.every(asksNothing);
    case 'or':
      return condition.parts.some(asksNothing);
    case 'not':
      return holdsForNone(condition.part);
    case 'compare':
      return condition.op === 'ne' && isBlank(condition.value);
    case 'nin':
      return condition.values.every(isBlank);
    case 'search':
      return condition.text === '';
    case 'in':
    case 'between':
    case 'text':
    case 'blank':
    case 'ids':
      return false;
  }
}
