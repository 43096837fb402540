import type { FastifyRequest } from 'fastify';
import { type Caller, callerOf, knownTabs, mayRead } from '../access/caller';
import { countFor } from '../access/guard';
import { Refusal } from '../refusal';
import type { KnownProject } from './directory';
import type { Reading } from './reading';
import { type AddressedTab, publishedTabAt } from './tabLookup';

/** The parts of an address of the data API, decoded. */
export interface Address {
  readonly projectId: string;
  readonly tab: string;
  readonly id: string;
}

export const addressOf = ({ params }: FastifyRequest) => params as Address;

/** Whoever asks, and what of. */
export interface Addressed {
  readonly known: KnownProject;
  readonly caller: Caller;
}

/**
 * The project that a request is addressed to, if whoever calls may read it.
 *
 * @throws Refusal `not_found`, `key_required` for a private project, and what else `callerOf` refuses
 */
export async function addressedProject(reading: Reading, request: FastifyRequest): Promise<Addressed> {
  return addressedOf(await knownProject(reading, request), request);
}

const knownProject = ({ directory }: Reading, request: FastifyRequest) => {
  const { projectId } = addressOf(request);
  return directory.peek(projectId) ?? directory.get(projectId);
};

function addressedOf(known: KnownProject | undefined, request: FastifyRequest): Addressed {
  if (known === undefined) {
    throw new Refusal('not_found', 'There is no project at this address.', {
      hint: 'Copy the address from the project’s page: it changes when its owner makes a new one.',
    });
  }
  countFor(request, known.project.id);
  const caller = callerOf(request, known.project);
  mayRead(caller, known.project);
  return { known, caller };
}

/** Tabs by the part of an address, for callers who know of all. */
const found = new WeakMap<KnownProject, Map<string, AddressedTab>>();

/** Most names that are remembered of one project. */
const MOST_NAMES = 1_000;

/**
 * The tab that a part of an address names for somebody.
 *
 * @param part decoded
 * @throws Refusal what `publishedTabAt` refuses
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
 * The tab that a request is addressed to, if whoever calls may read it.
 *
 * @throws Refusal what `addressedProject` does; `not_found` and `gone`; `missing_scope`
 */
export async function addressedTab(reading: Reading, request: FastifyRequest): Promise<Addressed & AddressedTab> {
  const known = knownProject(reading, request);
  return tabAddressed(known instanceof Promise ? await known : known, request);
}

function tabAddressed(asked: KnownProject | undefined, request: FastifyRequest): Addressed & AddressedTab {
  const { known, caller } = addressedOf(asked, request);
  const addressed = tabAt(known, caller, addressOf(request).tab);
  countFor(request, known.project.id, addressed.tab.id);
  mayRead(caller, known.project, addressed.tab);
  return { known, caller, ...addressed };
}
