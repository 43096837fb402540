import type { Condition } from './engine';
import { isOfNumbers } from './foldedTexts';
import type { IndexName } from './tabIndexes';
import type { TabStore } from './tabStore';

/** Tells the indexes without which many texts would have to be looked at one by one. */
export function tellNeeded(
  condition: Condition,
  store: TabStore,
  tell: (kind: IndexName['kind'], column: number) => void,
) {
  switch (condition.kind) {
    case 'and':
    case 'or':
      for (const part of condition.parts) tellNeeded(part, store, tell);
      return;
    case 'not':
      return tellNeeded(condition.part, store, tell);
    case 'search':
      for (const column of condition.columns) {
        if (store.served[column]?.kind === 'codes' || isOfNumbers(condition.text)) tell('accents', column);
      }
      return;
    case 'text':
      return condition.op === 'like' || condition.op === 'ilike' ? undefined : tell('case', condition.column);
    case 'compare':
      return condition.op === 'eq' || condition.op === 'ne' ? undefined : tell('sorted', condition.column);
    case 'between':
      return tell('sorted', condition.column);
    case 'in':
    case 'nin':
    case 'blank':
    case 'ids':
      return;
  }
}

/** Whether texts have to be looked for, even with every index there is. */
export function looksForTexts(condition: Condition): boolean {
  if (condition.kind === 'and' || condition.kind === 'or') return condition.parts.some(looksForTexts);
  if (condition.kind === 'not') return looksForTexts(condition.part);
  return condition.kind === 'text' || condition.kind === 'search';
}
