import type { FastifyRequest } from 'fastify';
import { type Caller, callerOf, knownTabs, mayRead, noProjectHere } from '../access/caller';
import { countFor } from '../access/guard';
import { whenReady } from '../awaitable';
import { Refusal } from '../refusal';
import type { KnownProject } from './directory';
import type { ReadProject, ReadTab } from '../store/log/endpointsRepository';
import { type FileFormat, withoutSuffix } from './answers/format';
import { didYouMean } from './query/queryRefusals';
import type { ReadServices } from './readServices';

/** Path parameters of the data API, decoded. */
export interface Address {
  readonly projectId: string;
  readonly tab: string;
  readonly id: string;
}

export const addressOf = ({ params }: FastifyRequest) => params as Address;

/**
 * Finds the project that a request addresses, if its caller may read it.
 *
 * @throws Refusal `not_found`, `key_required` for a private project, and the refusals of `callerOf`
 */
export const addressedProject = ({ directory }: ReadServices, request: FastifyRequest) =>
  whenReady(directory.get(addressOf(request).projectId), (known) => {
    if (known === undefined) throw noProjectHere();
    countFor(request, known.project.id);
    const caller = callerOf(request, known.project);
    mayRead(caller, known.project);
    return { known, caller };
  });

/** Cached tabs by path part, for callers who see all tabs. */
const cachedTabs = new WeakMap<KnownProject, Map<string, AddressedTab>>();

/** Maximum number of cached names per project. */
const MAX_CACHED_NAMES = 1_000;

/**
 * Finds the tab that a path part names for a caller.
 *
 * @param part decoded
 * @throws Refusal as `publishedTabAt` does
 */
function tabAt(known: KnownProject, caller: Caller, part: string): AddressedTab {
  if (caller.tabs !== undefined) return publishedTabAt(knownTabs(caller, known.tabs), part);
  const names = cachedTabs.get(known) ?? new Map<string, AddressedTab>();
  cachedTabs.set(known, names);
  const cached = names.get(part);
  if (cached !== undefined) return cached;
  const tab = publishedTabAt(known.tabs, part);
  if (names.size < MAX_CACHED_NAMES) names.set(part, tab);
  return tab;
}

/**
 * Finds the tab that a request addresses, if its caller may use it.
 *
 * @param mayUse throws a Refusal if the caller may not
 * @throws Refusal as `addressedProject` does; `not_found` and `gone`; `missing_scope`
 */
export const addressedTab = (
  reading: ReadServices,
  request: FastifyRequest,
  mayUse: (caller: Caller, project: ReadProject, tab: ReadTab) => void = mayRead,
) =>
  whenReady(addressedProject(reading, request), ({ known, caller }) => {
    const { project } = known;
    const { tab, format } = tabAt(known, caller, addressOf(request).tab);
    countFor(request, project.id, tab.id);
    mayUse(caller, project, tab);
    return { project, caller, tab, format };
  });

/**
 * Returns the user's name that a path part stands for. Parts with one leading `_` are reserved for the API (undefined); a user's
 * name that begins with `_` is written with one more.
 */
export const unescapedName = (part: string): string | undefined => {
  if (!part.startsWith('_')) return part;
  return part.startsWith('__') ? part.slice(1) : undefined;
};

const normalize = (name: string) => name.normalize('NFC');

/** Finds a tab by its current title, else by its slug, else by a former name. */
function findByName(tabs: readonly ReadTab[], name: string): ReadTab | undefined {
  const normalized = normalize(name);
  return (
    tabs.find(({ title }) => normalize(title) === normalized) ??
    tabs.find(({ slug }) => slug === normalized) ??
    tabs.find(({ former_names }) =>
      (JSON.parse(former_names) as string[]).some((former) => normalize(former) === normalized),
    )
  );
}

const gone = ({ title }: ReadTab) =>
  new Refusal('gone', `The sheet “${title}” has been removed from the spreadsheet, so its endpoint is gone.`);

/** Tab that an address names, and its file format. */
interface AddressedTab {
  readonly tab: ReadTab;
  /** Format chosen by a suffix of the address. */
  readonly format?: FileFormat | undefined;
}

function refuseUnknown(part: string, present: readonly ReadTab[]): never {
  const names = present.map(({ title }) => (title.startsWith('_') ? `_${title}` : title));
  const bare = withoutSuffix(part)?.name ?? part.replace(/\.json$/i, '');
  const hint = didYouMean(part, names) ?? didYouMean(bare, names);
  throw new Refusal('not_found', `This project has no endpoint called “${part}”.`, {
    hint: hint ?? 'The address of the project itself lists its endpoints.',
  });
}

/**
 * Finds the published tab that a path part names.
 *
 * @param tabs tabs that the caller may see
 * @param part decoded path part
 * @throws Refusal `not_found`, or `gone` for a tab that was removed from its spreadsheet
 */
function publishedTabAt(tabs: readonly ReadTab[], part: string): AddressedTab {
  const published = tabs.filter((tab) => tab.published === 1);
  const present = published.filter((tab) => tab.gone_at === null);
  const addressed = findAddressed(present, part);
  if (addressed !== undefined) return addressed;
  const removed = findAddressed(published, part);
  if (removed !== undefined) throw gone(removed.tab);
  return refuseUnknown(part, present);
}

/** Finds a tab first by its exact name, then without a suffix `.csv`, `.ndjson` or `.xlsx`. */
function findAddressed(tabs: readonly ReadTab[], part: string): AddressedTab | undefined {
  const exact = findByPart(tabs, part);
  if (exact !== undefined) return { tab: exact };
  const suffixed = withoutSuffix(part);
  const tab = suffixed && findByPart(tabs, suffixed.name);
  return tab && { tab, format: suffixed.format };
}

function findByPart(tabs: readonly ReadTab[], part: string): ReadTab | undefined {
  const name = unescapedName(part);
  return name === undefined ? undefined : findByName(tabs, name);
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
