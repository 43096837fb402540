import type { TextOperator } from './engine';
import { likePattern } from './likePattern';
import { foldCase } from './values';

/** The test that an operator makes of texts. */
export function textTest(op: TextOperator, given: string): (text: string) => boolean {
  const folded = foldCase(given);
  switch (op) {
    case 'contains':
      return (text) => foldCase(text).includes(folded);
    case 'startswith':
      return (text) => foldCase(text).startsWith(folded);
    case 'endswith':
      return (text) => foldCase(text).endsWith(folded);
    case 'like':
      return likePattern(given);
    case 'ilike': {
      const matches = likePattern(folded);
      return (text) => matches(foldCase(text));
    }
  }
}
