import { hash } from 'node:crypto';
import { type KeyScope, keyScopes } from '../../contract/scopes';
import type { ProjectsTable, ProjectTabsTable } from '../database/tables/projects';
import { type HeadedColumn, ownNames } from '../normalise/headers';
import { Refusal } from '../refusal';

/** Who asks, as far as one project is concerned. */
export interface Caller {
  readonly kind: 'anyone' | 'key' | 'owner';
  readonly keyId?: string;
  readonly scopes: ReadonlySet<KeyScope>;
  /** Ids of the tabs the caller knows of; every tab when there is no list. */
  readonly tabs?: ReadonlySet<string>;
  /** By id of the tab: keys of the columns that do not exist for the caller. */
  readonly hiddenColumns: ReadonlyMap<string, ReadonlySet<string>>;
  /** By id of the tab, of those with hidden columns: see {@link visibilityKeyOf}. */
  readonly visibilityKeys?: ReadonlyMap<string, string>;
  /** The only sites that may use the key; every site when there is no list. */
  readonly origins?: readonly string[];
}

/** A key as a request meets it: everything that has to be known of it, worked out beforehand. */
export interface ServedKey {
  readonly id: string;
  readonly projectId: string;
  readonly caller: Caller;
  readonly presented: Presented;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

/** A key as it came with a request. */
export interface Presented {
  /** Undefined for a key that is not valid: it never was, was revoked or has expired. */
  readonly key: ServedKey | undefined;
  /** Why it is not a good one, where there is more to say. */
  readonly flaw?: 'expired' | 'clash';
}

/** What has to be known of a project to say who may do what in it, of one to say whose it is, and of a tab. */
type AccessibleProject = Pick<ProjectsTable, 'id' | 'access'>;
type OwnedProject = Pick<ProjectsTable, 'id' | 'owner_id'>;
type AccessibleTab = Pick<ProjectTabsTable, 'id' | 'title' | 'key_column'>;

const NOTHING: ReadonlySet<KeyScope> = new Set();
const NO_COLUMNS: ReadonlyMap<string, ReadonlySet<string>> = new Map();

/** A caller without a key: everybody who knows the address. */
export const ANYONE: Caller = { kind: 'anyone', scopes: NOTHING, hiddenColumns: NO_COLUMNS };

/** The signed-in owner of the project, on the addresses under `/api`. */
export const OWNER: Caller = { kind: 'owner', scopes: new Set(keyScopes), hiddenColumns: NO_COLUMNS };

declare module 'fastify' {
  interface FastifyRequest {
    /** The key that came with a request of the data API, if any did. */
    presented: Presented | undefined;
    /** The signed-in person whose own projects a call is for; only `ownerCalls` says it, under `/api`. */
    ownerId: string | undefined;
  }
}

/** A request, as far as it says who makes it. */
interface KeyCarrier {
  readonly presented: Presented | undefined;
  readonly ownerId?: string | undefined;
  readonly headers: { readonly origin?: string | undefined };
}

/**
 * Who makes a request of the data API. Cookies are never looked at, and neither is the query.
 *
 * @throws Refusal `unknown_key` for a key that is not one of this project's, has expired or was revoked; `origin_refused`
 * for a page of a site the key is not for; `not_found` for a person whose project it is not
 */
export function callerOf({ presented, ownerId, headers }: KeyCarrier, project: OwnedProject): Caller {
  if (ownerId !== undefined) {
    if (ownerId !== project.owner_id) throw noProjectHere();
    return OWNER;
  }
  if (presented === undefined) return ANYONE;
  if (presented.key === undefined || presented.key.projectId !== project.id) throw unknownKey(presented);
  const { caller } = presented.key;
  const { origin } = headers;
  if (caller.origins !== undefined && origin !== undefined && !caller.origins.includes(origin)) {
    throw originRefused(origin);
  }
  return caller;
}

const hasTab = ({ tabs }: Caller, tabId: string) => tabs === undefined || tabs.has(tabId);

/** The tabs of a project that the caller knows of; all others do not exist for it. Look names up in these alone. */
export const knownTabs = <T extends { readonly id: string }>(caller: Caller, tabs: readonly T[]): readonly T[] =>
  caller.tabs === undefined ? tabs : tabs.filter(({ id }) => hasTab(caller, id));

/** Whether the caller may do what a scope allows, on the tabs it knows of. `read` includes `schema`. */
export const may = ({ scopes }: Caller, scope: KeyScope): boolean =>
  scopes.has(scope) || (scope === 'schema' && scopes.has('read'));

function requireScope(caller: Caller, { access }: AccessibleProject, tab: AccessibleTab, scope: KeyScope): void {
  if (!hasTab(caller, tab.id)) throw unknownTab(tab.title);
  if (!may(caller, scope)) throw missingScope(scope, access);
}

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
  if (tab !== undefined) requireScope(caller, project, tab, scope);
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
  requireScope(caller, project, tab, scope);
}

/**
 * The columns of a tab that exist for the caller: everything asked or told is looked up in these alone. The very same list
 * when none is hidden.
 *
 * A hidden column that the tab no longer has stops the caller: its header may have been renamed, and what was hidden must not
 * come to light under another name. So does one that is named by where it stands by now.
 *
 * @throws Refusal `outdated_key`
 */
export function visibleColumns<C extends HeadedColumn>(
  caller: Caller,
  tab: AccessibleTab,
  columns: readonly C[],
): readonly C[] {
  const hidden = caller.hiddenColumns.get(tab.id);
  if (hidden === undefined) return columns;
  const visible = columns.filter(({ key }) => !hidden.has(key));
  const isWhole = columns.length - visible.length === hidden.size;
  const named = ownNames(columns);
  const isSure = isWhole && [...hidden].every((key) => named.has(key) && key !== tab.key_column);
  if (!isSure) throw outdatedKey(tab.title);
  return visible;
}

/**
 * What tells apart answers of one tab that show different columns; empty when all are shown. Make it part of every key. Entity
 * tags and cursors are made of it too, so it holds what no caller knows: the tab's own id. Guesses at what is hidden
 * cannot be tried on them.
 */
export const visibilityKeyOf = ({ visibilityKeys }: Caller, tabId: string): string => visibilityKeys?.get(tabId) ?? '';

/** The {@link visibilityKeyOf} a tab for callers to whom columns of it are hidden. */
export const visibilityKeyFor = (tabId: string, hidden: readonly string[]): string =>
  hash('sha256', `${tabId} ${JSON.stringify(hidden)}`, 'base64url');

/** Said where no project is, and to a person whose project it is not. */
export const noProjectHere = () =>
  new Refusal('not_found', 'There is no project at this address.', {
    hint: 'Copy the address from the project’s page: it changes when its owner makes a new one.',
  });

const CHALLENGE = { 'WWW-Authenticate': 'Bearer realm="Tabpoint"' };

const HOW_TO_SEND =
  'Send one as “Authorization: Bearer …” or “X-Api-Key: …”, in a form as the field “_key”. ' +
  'The owner makes keys on the project’s page, under Access.';

/** The refusal of a call without a key where one is needed. */
const keyRequired = (detail: string) => new Refusal('key_required', detail, { hint: HOW_TO_SEND, headers: CHALLENGE });

/** Said for a key that does not open this project, whatever else it may open. */
function unknownKey({ flaw }: Presented): Refusal {
  if (flaw === 'clash') {
    return new Refusal('unknown_key', 'This request carries two different keys. Send one.', { headers: CHALLENGE });
  }
  const detail =
    flaw === 'expired'
      ? 'This key has expired. Ask the owner of the project for another one.'
      : 'This is not a key of this project, or it has been revoked.';
  return new Refusal('unknown_key', detail, { hint: HOW_TO_SEND, headers: CHALLENGE });
}

/** Said to a page of a site that a publishable key is not for. */
const originRefused = (origin: string) =>
  new Refusal('origin_refused', `This key does not work on pages of ${origin.slice(0, 300)}.`, {
    hint: 'A publishable key works on the sites that the owner of the project names under Access.',
  });

/** Said for a tab that a key does not know of: the same as for one that is not there. */
const unknownTab = (name: string) =>
  new Refusal('not_found', `This project has no endpoint called “${name}”.`, {
    hint: 'The address of the project itself lists its endpoints.',
  });

const openToAll = { hint: 'This project is public: reading it needs no key at all.' };

/** Said to a key that lacks a right. */
function missingScope(scope: KeyScope, access: 'public' | 'private'): Refusal {
  const detail = `This key may not do this: it lacks the scope “${scope}”.`;
  const isReading = scope === 'read' || scope === 'schema';
  const hint = `Use a key with the scope “${scope}”, or make one under Access.`;
  return new Refusal('missing_scope', detail, {
    ...(isReading && access === 'public' ? openToAll : { hint }),
    errors: [{ field: 'scope', detail: scope }],
  });
}

/** Said when what a key hides cannot be told from what it shows any more; that it hides anything is not. */
const outdatedKey = (title: string) =>
  new Refusal(
    'outdated_key',
    `The columns of “${title}” have changed since this key was made, so it no longer opens this sheet.`,
    { hint: 'The owner of the project makes another one under Access, for the columns as they are called now.' },
  );
