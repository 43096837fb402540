import type { FastifyRequest } from 'fastify';
import { type Caller, callerOf, knownTabs, mayRead, noProjectHere } from '../access/caller';
import { countFor } from '../access/guard';
import { type Awaitable, whenReady } from '../awaitable';
import { Refusal } from '../refusal';
import type { KnownProject } from './directory';
import type { ReadTab } from '../store/log/endpointsRepository';
import { type FileFormat, withoutSuffix } from './answers/format';
import { nearMissOf } from './query/queryRefusals';
import type { Reading } from './reading';

/** Path parameters of the data API, decoded. */
export interface Address {
  readonly projectId: string;
  readonly tab: string;
  readonly id: string;
}

export const addressOf = ({ params }: FastifyRequest) => params as Address;

/** Project that a request addresses, and its caller. */
export interface Addressed {
  readonly known: KnownProject;
  readonly caller: Caller;
}

/**
 * Finds the project that a request addresses, if its caller may read it.
 *
 * @throws Refusal `not_found`, `key_required` for a private project, and the refusals of `callerOf`
 */
export function addressedProject({ directory }: Reading, request: FastifyRequest): Awaitable<Addressed> {
  const { projectId } = addressOf(request);
  return whenReady(directory.peek(projectId) ?? directory.get(projectId), (known) => addressed(request, known));
}

function addressed(request: FastifyRequest, known: KnownProject | undefined): Addressed {
  if (known === undefined) throw noProjectHere();
  countFor(request, known.project.id);
  const caller = callerOf(request, known.project);
  mayRead(caller, known.project);
  return { known, caller };
}

/** Cached tabs by path part, for callers who see all tabs. */
const found = new WeakMap<KnownProject, Map<string, AddressedTab>>();

/** Maximum number of cached names per project. */
const MOST_NAMES = 1_000;

/**
 * Finds the tab that a path part names for a caller.
 *
 * @param part decoded
 * @throws Refusal as `publishedTabAt` does
 */
export function tabAt(known: KnownProject, caller: Caller, part: string): AddressedTab {
  if (caller.tabs !== undefined) return publishedTabAt(knownTabs(caller, known.tabs), part);
  const names = found.get(known) ?? new Map<string, AddressedTab>();
  found.set(known, names);
  const before = names.get(part);
  if (before !== undefined) return before;
  const tab = publishedTabAt(known.tabs, part);
  if (names.size < MOST_NAMES) names.set(part, tab);
  return tab;
}

/**
 * Finds the tab that a request addresses, if its caller may read it.
 *
 * @throws Refusal as `addressedProject` does; `not_found` and `gone`; `missing_scope`
 */
export function addressedTab(reading: Reading, request: FastifyRequest): Awaitable<Addressed & AddressedTab> {
  return whenReady(addressedProject(reading, request), ({ known, caller }) => {
    const { tab, format } = tabAt(known, caller, addressOf(request).tab);
    countFor(request, known.project.id, tab.id);
    mayRead(caller, known.project, tab);
    return { known, caller, tab, format };
  });
}

/**
 * Returns the user's name that a path part stands for. Parts with one leading `_` are reserved for the API (undefined); a user's
 * name that begins with `_` is written with one more.
 */
export const ownName = (part: string): string | undefined => {
  if (!part.startsWith('_')) return part;
  return part.startsWith('__') ? part.slice(1) : undefined;
};

const composed = (name: string) => name.normalize('NFC');

/** Finds a tab by its current title, else by its slug, else by a former name. */
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

/** Tab that an address names, and its file format. */
export interface AddressedTab {
  readonly tab: ReadTab;
  /** Format chosen by a suffix of the address. */
  readonly format?: FileFormat | undefined;
}

function unknown(part: string, present: readonly ReadTab[]): never {
  const names = present.map(({ title }) => (title.startsWith('_') ? `_${title}` : title));
  const bare = withoutSuffix(part)?.name ?? part.replace(/\.json$/i, '');
  const meant = nearMissOf(part, names) ?? nearMissOf(bare, names);
  throw new Refusal('not_found', `This project has no endpoint called “${part}”.`, {
    hint: meant === undefined ? 'The address of the project itself lists its endpoints.' : `Did you mean ${meant}?`,
  });
}

/**
 * Finds the published tab that a path part names: first by its exact name, then without a suffix `.csv`, `.ndjson` or `.xlsx`.
 *
 * @param tabs tabs that the caller may see
 * @param part decoded path part
 * @throws Refusal `not_found`, or `gone` for a tab that was removed from its spreadsheet
 */
export function publishedTabAt(tabs: readonly ReadTab[], part: string): AddressedTab {
  const published = tabs.filter((tab) => tab.published === 1);
  const present = published.filter((tab) => tab.gone_at === null);
  const suffixed = withoutSuffix(part);
  for (const among of [present, published]) {
    const exact = namedBy(among, part);
    const other = exact ?? (suffixed && namedBy(among, suffixed.name));
    if (other === undefined) continue;
    if (among === published) throw gone(other);
    return exact === undefined && suffixed !== undefined ? { tab: other, format: suffixed.format } : { tab: other };
  }
  return unknown(part, present);
}

function namedBy(tabs: readonly ReadTab[], part: string): ReadTab | undefined {
  const name = ownName(part);
  return name === undefined ? undefined : named(tabs, name);
}

/**
 * Finds the owner's tab by its sheet id, published or not.
 *
 * @throws Refusal `not_found`, or `gone` for a tab that was removed from its spreadsheet
 */
export function tabOfSheet(tabs: readonly ReadTab[], sheetId: number): ReadTab {
  const ofSheet = tabs.filter((tab) => tab.sheet_id === sheetId);
  const tab = ofSheet.find(({ gone_at }) => gone_at === null);
  if (tab !== undefined) return tab;
  if (ofSheet[0] !== undefined) throw gone(ofSheet[0]);
  throw new Refusal('not_found', 'This project has no such sheet.');
}
