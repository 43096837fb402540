import { Refusal } from '../refusal';
import type { FetchedSpreadsheet } from './source';

/**
 * A tab without rows is an empty endpoint; a spreadsheet in which no tab has a header row is none yet, or none at the moment. So
 * is one that has no tabs with cells at all, but charts only.
 *
 * @throws Refusal `source_empty`
 */
export function refuseWithoutHeader({ tabs }: Pick<FetchedSpreadsheet, 'tabs'>): void {
  if (tabs.some(({ columns }) => columns > 0)) return;
  throw new Refusal('source_empty', 'This spreadsheet has no header row yet.', {
    hint: 'Put column names above your rows.',
  });
}
