import type { FastifyRequest } from 'fastify';
import { type KeyScope, keyScopes } from '../../contract/scopes';
import type { ProjectsTable, ProjectTabsTable } from '../database/tables/projects';
import { Refusal } from '../refusal';
import type { WithColumnAccess } from './columnAccess';

/** Caller of a project's data API. */
export interface Caller extends WithColumnAccess {
  readonly kind: 'anyone' | 'key' | 'owner';
  readonly keyId?: string;
  readonly scopes: ReadonlySet<KeyScope>;
  /** Ids of the visible tabs; absent for all tabs. */
  readonly tabs?: ReadonlySet<string>;
  /** The only sites that may use the key; absent for all sites. */
  readonly origins?: readonly string[];
}

/** A key in memory, always as it is by now. */
export interface ServedKey {
  readonly id: string;
  readonly projectId: string;
  readonly caller: Caller;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

/** Result of looking up a request's key. */
export interface Presented {
  /** Undefined for an invalid key: unknown, revoked or expired. */
  readonly key: ServedKey | undefined;
  /** More specific reason why it is invalid. */
  readonly flaw?: 'expired' | 'clash';
}

/** Columns needed to check access to a project, its ownership, and access to a tab. */
type AccessibleProject = Pick<ProjectsTable, 'id' | 'access'>;
type OwnedProject = Pick<ProjectsTable, 'id' | 'owner_id'>;
type AccessibleTab = Pick<ProjectTabsTable, 'id' | 'title' | 'key_column'>;

const NOTHING: ReadonlySet<KeyScope> = new Set();
const ALL_COLUMNS: Caller['columnAccess'] = new Map();

/** Caller without a key. */
export const ANYONE: Caller = { kind: 'anyone', scopes: NOTHING, columnAccess: ALL_COLUMNS };

/** The signed-in owner of the project, on the addresses under `/api`. */
export const OWNER: Caller = { kind: 'owner', scopes: new Set(keyScopes), columnAccess: ALL_COLUMNS };

declare module 'fastify' {
  interface FastifyRequest {
    /** The key of a data API request, if any. */
    presented: Presented | undefined;
    /** The signed-in owner of a call under `/api`; set only by `ownerCalls`. */
    ownerId: string | undefined;
  }
}

/**
 * Determines the caller of a data API request. Ignores cookies and the query.
 *
 * @throws Refusal `unknown_key` for a key of another project, or an expired or revoked one; `origin_refused` for a page of a site
 * that the key does not allow; `not_found` for another person's project
 */
export function callerOf({ presented, ownerId, headers }: FastifyRequest, project: OwnedProject): Caller {
  if (ownerId !== undefined) {
    if (ownerId !== project.owner_id) throw noProjectHere();
    return OWNER;
  }
  if (presented === undefined) return ANYONE;
  const { key } = presented;
  // It may have been revoked since it was looked up.
  if (key === undefined || key.projectId !== project.id || key.expiresAt <= Date.now()) throw unknownKey(presented);
  const { caller } = key;
  const { origin } = headers;
  if (caller.origins !== undefined && origin !== undefined && !caller.origins.includes(origin)) {
    throw originRefused(origin);
  }
  return caller;
}

const hasTab = ({ tabs }: Caller, tabId: string) => tabs === undefined || tabs.has(tabId);

/** Returns the tabs that the caller may know of; resolve names among these only. */
export const knownTabs = <T extends { readonly id: string }>(caller: Caller, tabs: readonly T[]): readonly T[] =>
  caller.tabs === undefined ? tabs : tabs.filter(({ id }) => hasTab(caller, id));

/** Returns whether the caller has a scope. `read` includes `schema`. */
export const hasScope = ({ scopes }: Caller, scope: KeyScope): boolean =>
  scopes.has(scope) || (scope === 'schema' && scopes.has('read'));

function requireScope(caller: Caller, { access }: AccessibleProject, tab: AccessibleTab, scope: KeyScope): void {
  if (!hasTab(caller, tab.id)) throw unknownTab(tab.title);
  if (!hasScope(caller, scope)) throw missingScope(scope, access);
}

/**
 * Checks that the caller may read. A key has exactly the scopes it was given, also in a public project.
 *
 * @param tab the tab to read; absent for the project itself, which every key may see
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
 * Checks that the caller may write to a tab. Writing needs a key in every project.
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

/** Refusal for a missing project, and for another person's. */
export const noProjectHere = () =>
  new Refusal('not_found', 'There is no project at this address.', {
    hint: 'Copy the address from the project’s page: it changes when its owner makes a new one.',
  });

const CHALLENGE = { 'WWW-Authenticate': 'Bearer realm="Tabpoint"' };

const HOW_TO_SEND =
  'Send one as “Authorization: Bearer …” or “X-Api-Key: …”, in a form as the field “_key”. ' +
  'The owner makes keys on the project’s page, under Access.';

/** Refusal of a call that needs a key and has none. */
const keyRequired = (detail: string) => new Refusal('key_required', detail, { hint: HOW_TO_SEND, headers: CHALLENGE });

/** Refusal of a key that does not belong to this project. */
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

/** Refusal of a page of a site that a publishable key does not allow. */
const originRefused = (origin: string) =>
  new Refusal('origin_refused', `This key does not work on pages of ${origin.slice(0, 300)}.`, {
    hint: 'A publishable key works on the sites that the owner of the project names under Access.',
  });

/** Refusal of a tab that a key does not know of, identical to that of a missing tab. */
const unknownTab = (name: string) =>
  new Refusal('not_found', `This project has no endpoint called “${name}”.`, {
    hint: 'The address of the project itself lists its endpoints.',
  });

const openToAll = { hint: 'This project is public: reading it needs no key at all.' };

/** Refusal of a key that lacks a scope. */
function missingScope(scope: KeyScope, access: 'public' | 'private'): Refusal {
  const detail = `This key may not do this: it lacks the scope “${scope}”.`;
  const isReading = scope === 'read' || scope === 'schema';
  const hint = `Use a key with the scope “${scope}”, or make one under Access.`;
  return new Refusal('missing_scope', detail, {
    ...(isReading && access === 'public' ? openToAll : { hint }),
    errors: [{ field: 'scope', detail: scope }],
  });
}
