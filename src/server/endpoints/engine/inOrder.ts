import type { TabStore } from './tabStore';

/** Whether no place of a store has ended, and each from one on stands below the one before it in the sheet. */
export function isInOrder({ rowNumbers, count, ended }: TabStore, from: number): boolean {
  if (ended.length > 0) return false;
  for (let place = Math.max(1, from); place < count; place += 1) {
    if (rowNumbers[place]! <= rowNumbers[place - 1]!) return false;
  }
  return true;
}
