import type { ApiKey } from '../../contract/keys';
import type { ProjectTab } from '../../contract/projects';
import { counted } from '../parts/numbers';
import { isExpired } from './methodRights';

type NamedTab = Pick<ProjectTab, 'sheetId' | 'title'>;

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

function tabsInWords({ tabs: known }: ApiKey, tabs: readonly NamedTab[]): string {
  if (known === undefined) return '';
  const titles = tabs.filter(({ sheetId }) => known.includes(sheetId)).map(({ title }) => title);
  if (titles.length === 0) return ' in no sheet';
  return titles.length <= 2 ? ` in ${titles.join(' and ')}` : ` in ${titles.length} sheets`;
}

/** What a key can: "Read", "Create in orders", "Read, create, update; 2 columns hidden". */
export function rightsInWords(key: ApiKey, tabs: readonly NamedTab[]): string {
  const hidden = (key.hiddenColumns ?? []).reduce((sum, { columns }) => sum + columns.length, 0);
  const columns = hidden === 0 ? '' : `; ${counted(hidden, 'column')} hidden`;
  return capital(key.scopes.join(', ')) + tabsInWords(key, tabs) + columns;
}

const kinds = { publishable: 'Publishable', secret: 'Secret' } as const;

const dates = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long' });
const datesWithYear = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric' });

/** What kind of key it is, and until when: "Secret, until 30 April". */
export function kindInWords(key: ApiKey, now = new Date()): string {
  const { kind, expiresAt } = key;
  if (expiresAt === undefined) return kinds[kind];
  const end = new Date(expiresAt);
  const day = (end.getFullYear() === now.getFullYear() ? dates : datesWithYear).format(end);
  return `${kinds[kind]}, ${isExpired(key, now.getTime()) ? 'expired' : 'until'} ${day}`;
}
