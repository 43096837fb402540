import { endpointPath } from '../../contract/paths';
import { type Caller, knownTabs, visibilityKeyOf } from '../access/caller';
import type { ProjectsTable, ProjectTabsTable } from '../database/tables/projects';
import { findWholeProject, listWholeTabs } from '../store/log/endpointsRepository';
import type { Reading } from '../endpoints/reading';
import { nothingHere } from '../http/problems';
import { Refusal } from '../refusal';
import { type Abilities, abilitiesOf } from './abilities';
import { type DescribedTab, describeTab } from './describedTab';
import { typeNamesOf } from './typeNames';

/** A tab and where it is. */
interface PlacedTab {
  readonly tab: ProjectTabsTable;
  /** Path of its endpoint, by its slug: a percent sign in it is more than some programs can read. */
  readonly path: string;
}

/** What a project's description depends on: little, and read anew each time. */
export interface DescribableProject {
  readonly project: ProjectsTable;
  readonly caller: Caller;
  readonly abilities: Abilities;
  readonly origin: string;
  readonly tabs: readonly PlacedTab[];
  /** The same only while the description is. */
  readonly key: string;
}

/** A tab of a description. */
export interface NamedTab extends DescribedTab {
  /** An identifier. */
  readonly name: string;
  readonly slug: string;
  readonly path: string;
}

/** A project as it exists for a caller. */
export interface DescribedProject {
  readonly id: string;
  readonly title: string;
  readonly isPublic: boolean;
  readonly revision: number;
  readonly origin: string;
  /** Path of the project itself. */
  readonly path: string;
  readonly abilities: Abilities;
  readonly tabs: readonly NamedTab[];
}

/** The newest revision that is known of: rows may have been written that are in memory and in the log alone. */
function revisionOf({ tabs }: Reading, { id, snapshot_blob: snapshot, revision }: ProjectTabsTable): number {
  return Math.max(revision, tabs.peek({ id, snapshot })?.revision ?? 0);
}

/**
 * Looks up what there is to describe, without reading any rows.
 *
 * @throws Refusal `not_found` when the project was deleted meanwhile
 */
export async function describableProject(
  reading: Reading,
  id: string,
  caller: Caller,
  origin: string,
): Promise<DescribableProject> {
  const project = await findWholeProject(reading.db, id);
  if (project === undefined) throw nothingHere();
  const all = await listWholeTabs(reading.db, id);
  const known = new Set(knownTabs(caller, all));
  const open = all.filter((tab) => tab.published === 1 && known.has(tab));
  const tabs = open.map((tab) => ({ tab, path: endpointPath(id, tab.slug) }));
  const abilities = abilitiesOf(caller, project);
  const parts = tabs.map(({ tab, path }) => [
    ...[tab.id, path, tab.title, tab.slug, tab.key_column, tab.snapshot_blob, revisionOf(reading, tab)],
    visibilityKeyOf(caller, tab.id),
  ]);
  const { title, access, revision } = project;
  const key = JSON.stringify([id, origin, title, access, revision, abilities, parts]);
  return { project, caller, abilities, origin, tabs, key };
}

/** A tab that hides from a key what it cannot tell any more is closed to it. */
async function openToCaller(reading: Reading, { tab }: PlacedTab, { caller, abilities }: DescribableProject) {
  try {
    return await describeTab(reading, tab, { caller, seesCells: abilities.read });
  } catch (error) {
    if (error instanceof Refusal && error.code === 'outdated_key') return undefined;
    throw error;
  }
}

/**
 * Describes a project to a caller: the tabs that are open to it, one after the other.
 *
 * @throws Refusal what `openTab` refuses
 */
export async function describeProject(reading: Reading, found: DescribableProject): Promise<DescribedProject> {
  const { project, abilities, origin } = found;
  const names = typeNamesOf(found.tabs.map(({ tab }) => tab));
  const tabs: NamedTab[] = [];
  for (const [at, placed] of found.tabs.entries()) {
    const described = await openToCaller(reading, placed, found);
    const { path, tab } = placed;
    if (described !== undefined) tabs.push({ ...described, name: names[at] ?? `Tab${at + 1}`, path, slug: tab.slug });
  }
  const { id, title, access, revision: synced } = project;
  const revision = Math.max(synced, ...tabs.map((tab) => tab.revision));
  return { id, title, isPublic: access === 'public', revision, origin, path: endpointPath(id), abilities, tabs };
}
