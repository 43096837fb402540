import type { ApiKey } from '../../contract/keys';
import type { ProjectTab } from '../../contract/projects';
import type { KeyScope } from '../../contract/scopes';
import { counted } from '../ui/display/numbers';
import { isExpired } from './methodRights';

type NamedTab = Pick<ProjectTab, 'sheetId' | 'title'>;

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

function tabsInWords(sheetIds: readonly number[], tabs: readonly NamedTab[]): string {
  const titles = tabs.filter(({ sheetId }) => sheetIds.includes(sheetId)).map(({ title }) => title);
  if (titles.length === 0) return 'no sheet';
  return titles.length <= 2 ? titles.join(' and ') : `${titles.length} sheets`;
}

const verbs: Partial<Record<KeyScope, string>> = { read: 'read', create: 'add', update: 'change', delete: 'delete' };

const conjunction = new Intl.ListFormat('en-GB', { type: 'conjunction' });

/** Returns scopes in words. `schema` is not mentioned beside `read`, which includes it. */
function scopesInWords(scopes: readonly KeyScope[]): string {
  const named = scopes.flatMap((scope) => verbs[scope] ?? []);
  const rows = named.length === 0 ? [] : [`${conjunction.format(named)} rows`];
  const schema = scopes.includes('schema') && !scopes.includes('read') ? ['read columns and types'] : [];
  return capital([...rows, ...schema].join(', '));
}

/** Returns the rights of a key in words: "Read rows", "Add rows in orders", "Read, add and change rows; 2 columns hidden". */
export function rightsInWords(key: ApiKey, tabs: readonly NamedTab[]): string {
  const hidden = (key.hiddenColumns ?? []).reduce((sum, { columns }) => sum + columns.length, 0);
  return [
    scopesInWords(key.scopes),
    key.tabs && ` in ${tabsInWords(key.tabs, tabs)}`,
    hidden > 0 && `; ${counted(hidden, 'column')} hidden`,
    key.outdatedTabs && `; no longer opens ${tabsInWords(key.outdatedTabs, tabs)}`,
  ]
    .filter(Boolean)
    .join('');
}

const kinds = { publishable: 'Publishable', secret: 'Secret' } as const;

const dates = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long' });
const datesWithYear = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric' });

/** Returns the kind of a key and its expiry in words: "Secret, until 30 April". */
export function kindInWords(key: ApiKey, now = new Date()): string {
  const { kind, expiresAt } = key;
  if (expiresAt === undefined) return kinds[kind];
  const end = new Date(expiresAt);
  const day = (end.getFullYear() === now.getFullYear() ? dates : datesWithYear).format(end);
  return `${kinds[kind]}, ${isExpired(key, now.getTime()) ? 'expired' : 'until'} ${day}`;
}

/** Scopes in words. */
export const scopeWords: Readonly<Record<KeyScope, string>> = {
  read: 'Read rows',
  create: 'Add rows',
  update: 'Change and replace rows',
  delete: 'Delete rows',
  schema: 'Read columns and types only',
};
