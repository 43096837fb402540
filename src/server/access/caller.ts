import { hash } from 'node:crypto';
import type { Column } from '../../contract/rows';
import { keyScopes, type KeyScope } from '../../contract/scopes';
import type { Sender } from './crossOrigin';
import type { Presented } from './presentedKey';
import { keyRequired, missingScope, originRefused, outdatedKey, unknownKey, unknownTab } from './refusals';

/** Who asks, as far as one project is concerned. */
export interface Caller {
  readonly kind: 'anyone' | 'key' | 'owner';
  readonly keyId?: string;
  readonly scopes: ReadonlySet<KeyScope>;
  /** Ids of the tabs the caller knows of; every tab when there is no list. */
  readonly tabs?: ReadonlySet<string>;
  /** By id of the tab: keys of the columns that do not exist for the caller. */
  readonly hiddenColumns: ReadonlyMap<string, ReadonlySet<string>>;
  /** The only sites that may use the key; every site when there is no list. */
  readonly origins?: readonly string[];
}

/** What has to be known of a project to say who may do what in it. */
export interface AccessibleProject {
  readonly id: string;
  readonly access: 'public' | 'private';
}

/** What has to be known of a tab. */
export interface AccessibleTab {
  readonly id: string;
  readonly title: string;
  readonly key_column: string | null;
}

const NOTHING: ReadonlySet<KeyScope> = new Set();
const NO_COLUMNS: ReadonlyMap<string, ReadonlySet<string>> = new Map();

/** Whoever has the address. */
export const ANYONE: Caller = { kind: 'anyone', scopes: NOTHING, hiddenColumns: NO_COLUMNS };

/** The signed-in owner of the project, on the addresses under `/api`. */
export const OWNER: Caller = { kind: 'owner', scopes: new Set(keyScopes), hiddenColumns: NO_COLUMNS };

declare module 'fastify' {
  interface FastifyRequest {
    /** The key that came with a request of the data API, if any did. */
    presented: Presented | undefined;
  }
}

/**
 * Who makes a request of the data API. Cookies are never looked at, and neither is the query.
 *
 * @throws Refusal `unknown_key` for a key that is not one of this project's, has expired or was revoked; `origin_refused`
 * for a page of a site the key is not for
 */
export function callerOf({ presented, headers }: Sender, project: Pick<AccessibleProject, 'id'>): Caller {
  if (presented === undefined) return ANYONE;
  if (presented.key === undefined || presented.key.projectId !== project.id) throw unknownKey(presented);
  const { caller } = presented.key;
  const { origin } = headers;
  if (caller.origins !== undefined && origin !== undefined && !caller.origins.includes(origin)) {
    throw originRefused(origin);
  }
  return caller;
}

const knows = ({ tabs }: Caller, tabId: string) => tabs === undefined || tabs.has(tabId);

/** The tabs of a project that the caller knows of; all others do not exist for it. Look names up in these alone. */
export const knownTabs = <T extends { readonly id: string }>(caller: Caller, tabs: readonly T[]): readonly T[] =>
  caller.tabs === undefined ? tabs : tabs.filter(({ id }) => knows(caller, id));

/** Whether the caller may do what a scope allows, on the tabs it knows of. `read` includes `schema`. */
export const may = ({ scopes }: Caller, scope: KeyScope): boolean =>
  scopes.has(scope) || (scope === 'schema' && scopes.has('read'));

/**
 * Lets the caller read, or stops it. A key has the rights it was given, also in a public project.
 *
 * @param tab the tab that is read; none for the project itself, which every key of it may see
 * @param scope `schema` for columns and types without rows
 * @throws Refusal `key_required` (401), `missing_scope` (403) naming it, `not_found` for a tab the key does not know of
 */
export function mayRead(
  caller: Caller,
  project: AccessibleProject,
  tab?: AccessibleTab,
  scope: 'read' | 'schema' = 'read',
): void {
  if (caller.kind === 'anyone') {
    if (project.access !== 'public') throw keyRequired('This project is private: reading it needs a key.');
    return;
  }
  if (tab === undefined) return;
  if (!knows(caller, tab.id)) throw unknownTab(tab.title);
  if (!may(caller, scope)) throw missingScope(scope, project.access);
}

/**
 * Lets the caller write to a tab, or stops it. Writing needs a key in every project.
 *
 * @throws Refusal `key_required` (401), `missing_scope` (403) naming it, `not_found` for a tab the key does not know of
 */
export function mayWrite(
  caller: Caller,
  project: AccessibleProject,
  tab: AccessibleTab,
  scope: 'create' | 'update' | 'delete',
): void {
  if (caller.kind === 'anyone') throw keyRequired('Writing needs a key.');
  if (!knows(caller, tab.id)) throw unknownTab(tab.title);
  if (!may(caller, scope)) throw missingScope(scope, project.access);
}

/**
 * The columns of a tab that exist for the caller: everything asked or told is looked up in these alone. The very same list
 * when none is hidden.
 *
 * A hidden column that the tab no longer has stops the caller: its header may have been renamed, and what was hidden must not
 * come to light under another name.
 *
 * @throws Refusal `outdated_key`
 */
export function visibleColumns<C extends Pick<Column, 'key'>>(
  caller: Caller,
  tab: AccessibleTab,
  columns: readonly C[],
): readonly C[] {
  const hidden = caller.hiddenColumns.get(tab.id);
  if (hidden === undefined) return columns;
  const visible = columns.filter(({ key }) => !hidden.has(key));
  const isWhole = columns.length - visible.length === hidden.size;
  if (!isWhole || (tab.key_column !== null && hidden.has(tab.key_column))) throw outdatedKey(tab.title);
  return visible;
}

/** By the hidden columns of one key and tab. */
const views = new WeakMap<ReadonlySet<string>, string>();

/**
 * What tells apart answers of one tab that show different columns; empty when all are shown. Make it part of every key. Entity
 * tags and cursors are made of it too, so it holds what nobody outside knows: the tab's own id. Guesses at what is hidden
 * cannot be tried on them.
 */
export function viewOf({ hiddenColumns }: Caller, tabId: string): string {
  const hidden = hiddenColumns.get(tabId);
  if (hidden === undefined) return '';
  const view = views.get(hidden) ?? hash('sha256', `${tabId} ${JSON.stringify([...hidden])}`, 'base64url');
  views.set(hidden, view);
  return view;
}
