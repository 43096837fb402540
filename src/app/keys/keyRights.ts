import type { ApiKey } from '../../contract/keys';
import type { Project, ProjectTab } from '../../contract/projects';
import type { KeyScope } from '../../contract/scopes';
import { type Method, methods } from '../ui/display/MethodBadge';
import { counted } from '../ui/display/numbers';

/** Who may use a method of a project's endpoints. */
interface MethodRight {
  readonly method: Method;
  readonly anyone: boolean;
  /** Whether the sheet takes it at all: the owner's own Send does it then. */
  readonly possible: boolean;
  /** Names of the keys that may. */
  readonly keys: readonly string[];
}

const scopes: Record<Method, KeyScope> = {
  GET: 'read',
  POST: 'create',
  PATCH: 'update',
  PUT: 'update',
  DELETE: 'delete',
};

const isExpired = ({ expiresAt }: ApiKey, now: number) => expiresAt !== undefined && Date.parse(expiresAt) <= now;

/**
 * Who may use which method.
 *
 * @param sheetId the tab; without one, whether it may be used in any
 */
export const methodRights = (
  { access, writable }: Pick<Project, 'access' | 'writable'>,
  keys: readonly ApiKey[],
  now: number,
  sheetId?: number,
): readonly MethodRight[] => {
  const good = keys.filter(
    (key) => !isExpired(key, now) && (sheetId === undefined || (key.tabs?.includes(sheetId) ?? true)),
  );
  return methods.map((method) => {
    const mayAtAll = method === 'GET' || writable;
    const holders = mayAtAll ? good.filter((key) => key.scopes.includes(scopes[method])) : [];
    return {
      method,
      possible: mayAtAll,
      anyone: method === 'GET' && access === 'public',
      keys: holders.map(({ name }) => name),
    };
  });
};

/** Whether nobody but the owner may use it. */
export const isOwners = ({ anyone, keys }: MethodRight) => !anyone && keys.length === 0;

const NAMED = 3;

/** Who may use it, in words. */
export function holdersInWords({ anyone, keys, possible }: MethodRight): string {
  if (!possible) return 'Nobody: read only';
  if (anyone) return 'Anyone';
  if (keys.length === 0) return 'Only you, in Try it';
  const more = keys.length - NAMED;
  return keys.slice(0, NAMED).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

type NamedTab = Pick<ProjectTab, 'sheetId' | 'title'>;

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

function tabsInWords({ tabs: known }: ApiKey, tabs: readonly NamedTab[]): string {
  if (known === undefined) return '';
  const titles = tabs.filter(({ sheetId }) => known.includes(sheetId)).map(({ title }) => title);
  if (titles.length === 0) return ' in no sheet';
  return titles.length <= 2 ? ` in ${titles.join(' and ')}` : ` in ${titles.length} sheets`;
}

const verbs: Partial<Record<KeyScope, string>> = { read: 'read', create: 'add', update: 'change', delete: 'delete' };

const conjunction = new Intl.ListFormat('en-GB', { type: 'conjunction' });

/** What scopes let a key do, in words: whoever reads rows reads their columns and types too. */
function scopesInWords(scopes: readonly KeyScope[]): string {
  const named = scopes.flatMap((scope) => verbs[scope] ?? []);
  const rows = named.length === 0 ? [] : [`${conjunction.format(named)} rows`];
  const schema = scopes.includes('schema') && !scopes.includes('read') ? ['read columns and types'] : [];
  return capital([...rows, ...schema].join(', '));
}

/** What a key can: "Read rows", "Add rows in orders", "Read, add and change rows; 2 columns hidden". */
export function rightsInWords(key: ApiKey, tabs: readonly NamedTab[]): string {
  const hidden = (key.hiddenColumns ?? []).reduce((sum, { columns }) => sum + columns.length, 0);
  const columns = hidden === 0 ? '' : `; ${counted(hidden, 'column')} hidden`;
  return scopesInWords(key.scopes) + tabsInWords(key, tabs) + columns;
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

/** What a scope lets a key do, in words. */
export const scopeWords: Readonly<Record<KeyScope, string>> = {
  read: 'Read rows',
  create: 'Add rows',
  update: 'Change and replace rows',
  delete: 'Delete rows',
  schema: 'Read columns and types only',
};
