import { Refusal } from '../refusal';
import type { ReadTab } from './endpointsRepository';
import { nearMissOf } from './query/nearMiss';

/** What begins with one `_` is ours; a person's own name that does has one more in its address. */
export const ownName = (part: string): string | undefined => {
  if (!part.startsWith('_')) return part;
  return part.startsWith('__') ? part.slice(1) : undefined;
};

const composed = (name: string) => name.normalize('NFC');

/** By current title, then slug, then a name it had before. */
function named(tabs: readonly ReadTab[], name: string): ReadTab | undefined {
  const wanted = composed(name);
  return (
    tabs.find(({ title }) => composed(title) === wanted) ??
    tabs.find(({ slug }) => slug === wanted) ??
    tabs.find(({ former_names }) =>
      (JSON.parse(former_names) as string[]).some((former) => composed(former) === wanted),
    )
  );
}

const gone = ({ title }: ReadTab) =>
  new Refusal('gone', `The sheet “${title}” has been removed from the spreadsheet, so its endpoint is gone.`);

/**
 * The published tab that a part of an address names.
 *
 * @param part decoded, as it stands in the address
 * @throws Refusal `not_found`, or `gone` for a tab that has vanished from its spreadsheet
 */
export function publishedTabAt(tabs: readonly ReadTab[], part: string): ReadTab {
  const published = tabs.filter((tab) => tab.published === 1);
  const present = published.filter((tab) => tab.gone_at === null);
  const name = ownName(part);
  const tab = name === undefined ? undefined : named(present, name);
  if (tab !== undefined) return tab;
  const vanished = name === undefined ? undefined : named(published, name);
  if (vanished !== undefined) throw gone(vanished);
  const meant = nearMissOf(
    part,
    present.map(({ title }) => title),
  );
  throw new Refusal('not_found', `This project has no endpoint called “${part}”.`, {
    hint: meant === undefined ? 'The address of the project itself lists its endpoints.' : `Did you mean ${meant}?`,
  });
}

/**
 * The owner's tab by its number, published or not.
 *
 * @throws Refusal `not_found`, or `gone` for a tab that has vanished from its spreadsheet
 */
export function tabOfSheet(tabs: readonly ReadTab[], sheetId: number): ReadTab {
  const ofSheet = tabs.filter((tab) => tab.sheet_id === sheetId);
  const tab = ofSheet.find(({ gone_at }) => gone_at === null);
  if (tab !== undefined) return tab;
  if (ofSheet[0] !== undefined) throw gone(ofSheet[0]);
  throw new Refusal('not_found', 'This project has no such sheet.');
}
