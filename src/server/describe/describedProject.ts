import { endpointPath } from '../../contract/paths';
import type { CellValue, Column } from '../../contract/rows';
import { listTabsOf } from '../auth/ownedProjects';
import { type Caller, knownTabs, may, visibilityKeyOf } from '../access/caller';
import type { ProjectsTable, ProjectTabsTable } from '../database/tables/projects';
import type { ColumnNames } from '../endpoints/query/columnNames';
import { namesFor } from '../endpoints/query/plans';
import { openTab, type Reading } from '../endpoints/reading';
import { nothingHere } from '../http/problems';
import { slugOf, UniqueNames } from '../normalise/headers';
import { Refusal } from '../refusal';
import { findWholeProject, type ReadProject, type ReadTab } from '../store/log/endpointsRepository';
import type { TabView } from '../store/memory/engine';
import type { ColumnSurvey, Surveys } from './surveys';

/** What descriptions are made of. */
export interface Describing {
  readonly reading: Reading;
  readonly surveys: Surveys;
}

/** What a caller may do with the endpoints of a project it knows of. */
export interface Abilities {
  /** Rows. */
  readonly read: boolean;
  /** Columns without rows. */
  readonly schema: boolean;
  readonly create: boolean;
  readonly update: boolean;
  readonly remove: boolean;
}

/** Reading a public project needs no key, writing always does, and only what can be written is. */
export function abilitiesOf(caller: Caller, { access, writable }: Pick<ReadProject, 'access' | 'writable'>): Abilities {
  const isOpen = caller.kind === 'anyone' && access === 'public';
  const isWritable = writable === 1;
  return {
    read: isOpen || may(caller, 'read'),
    schema: isOpen || may(caller, 'schema'),
    create: isWritable && may(caller, 'create'),
    update: isWritable && may(caller, 'update'),
    remove: isWritable && may(caller, 'delete'),
  };
}

/** A column, and what its values look like; its cell is empty for callers who do not see all columns. */
export type DescribedColumn = Column &
  ColumnSurvey & {
    /** Whether there may be texts among values of another type: those that do not fit a type that was set by hand. */
    readonly mixed: boolean;
  };

/** A row as it is answered: names and values in their order. */
type ExampleRow = readonly (readonly [string, CellValue])[];

/** A tab as it exists for a caller, at its newest revision. */
export interface DescribedTab {
  readonly title: string;
  readonly columns: readonly DescribedColumn[];
  readonly names: ColumnNames;
  readonly keyColumn: string | null;
  readonly rows: number;
  readonly revision: number;
  /** One of the rows; absent where the caller may read none, or none is short. */
  readonly example?: ExampleRow;
}

/** A tab of a project's description. */
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

/**
 * Names that tools take for references and anchors wherever they stand, also as names of columns. A row with such
 * a column is no example, and its property is named by a pattern.
 */
const MISTAKABLE = new Set(['$ref', '$id', '$anchor', '$dynamicRef', '$dynamicAnchor', '$schema']);

export const isMistakable = (name: string): boolean => MISTAKABLE.has(name);

/** Rows that are looked at for a short one, and how many characters that has at most. */
const LOOKED_AT = 20;
const SHORT = 4_000;

function exampleOf(view: TabView, { visible, columns }: ColumnNames): ExampleRow | undefined {
  if (visible.some((at) => isMistakable(columns[at]?.key ?? ''))) return undefined;
  for (const row of view.select({ offset: 0, limit: LOOKED_AT }).rowIndexes) {
    const cells = visible.map((at) => [columns[at]?.key ?? '', view.value(row, at)] as const);
    const example = [['_id', view.id(row)] as const, ...cells];
    if (JSON.stringify(example).length <= SHORT) return example;
  }
  return undefined;
}

/**
 * Describes a tab to a caller.
 *
 * @param seesCells whether cells of rows may be shown
 * @param isSet whether the type of the column with a key was set by hand
 * @throws Refusal `outdated_key`; what `openTab` refuses
 */
export async function describeTab(
  { reading, surveys }: Describing,
  tab: ReadTab,
  caller: Caller,
  seesCells: boolean,
  isSet: (key: string) => boolean = () => false,
): Promise<DescribedTab> {
  const served = await openTab(reading, tab);
  const names = namesFor(caller, tab, served.columns);
  const { view, columns: surveyed } = await surveys.of(served);
  const columns = names.visible.map((at): DescribedColumn => {
    const column = { ...names.column(at), ...surveyed[at], ...(!names.areAll && { cell: '' }) };
    const hasSetType = isSet(column.key);
    return {
      ...column,
      mixed: hasSetType && column.type !== 'text',
      ...(hasSetType && { format: undefined }),
      ...(!seesCells && { examples: [], few: undefined }),
    };
  });
  const keyColumn = columns.find(({ key }) => key === tab.key_column)?.key ?? null;
  const example = seesCells ? exampleOf(view, names) : undefined;
  const { rows, revision } = view;
  return { title: tab.title, names, columns, keyColumn, rows, revision, ...(example && { example }) };
}

/** What a project's description depends on: little, and read anew each time. */
export interface DescribableProject {
  readonly project: ProjectsTable;
  readonly caller: Caller;
  readonly abilities: Abilities;
  readonly origin: string;
  readonly tabs: readonly ProjectTabsTable[];
  /** The same only while the description is. */
  readonly key: string;
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
  const tabs = knownTabs(caller, await listTabsOf(reading.db, [id])).filter((tab) => tab.published === 1);
  const abilities = abilitiesOf(caller, project);
  const parts = tabs.map((tab) => [
    ...[tab.id, tab.title, tab.slug, tab.key_column, tab.snapshot_blob, revisionOf(reading, tab)],
    visibilityKeyOf(caller, tab.id),
  ]);
  const { title, access, revision } = project;
  const key = JSON.stringify([id, origin, title, access, revision, abilities, parts]);
  return { project, caller, abilities, origin, tabs, key };
}

/** @returns undefined for a tab that is closed to the caller, as its key hides what cannot be told from the rest any more */
async function describeOpenTab(describing: Describing, tab: ProjectTabsTable, found: DescribableProject) {
  const { caller, abilities } = found;
  const set = new Set(Object.keys(JSON.parse(tab.column_types) as object));
  try {
    return await describeTab(describing, tab, caller, abilities.read, (key) => set.has(key));
  } catch (error) {
    if (error instanceof Refusal && error.code === 'outdated_key') return undefined;
    throw error;
  }
}

function nameOf({ title, slug }: ProjectTabsTable): string {
  const words = (slugOf(title) || slugOf(slug)).split('_');
  const name = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
  return /^[A-Z]/.test(name) ? name : `Tab${name}`;
}

/**
 * Describes a project to a caller: the tabs that are open to it, one after the other. Each has a name that every language takes for
 * an identifier, no two the same: `S&P 500` is `SP500`, `2024` is `Tab2024`.
 *
 * @throws Refusal what `openTab` refuses
 */
export async function describeProject(describing: Describing, found: DescribableProject): Promise<DescribedProject> {
  const { project, abilities, origin } = found;
  const unique = new UniqueNames();
  const tabs: NamedTab[] = [];
  for (const tab of found.tabs) {
    const name = unique.claim(nameOf(tab));
    // By its slug: some programs cannot read a percent sign in a path.
    const path = endpointPath(project.id, tab.slug);
    const described = await describeOpenTab(describing, tab, found);
    if (described !== undefined) tabs.push({ ...described, name, path, slug: tab.slug });
  }
  const { id, title, access, revision: synced } = project;
  const revision = Math.max(synced, ...tabs.map((tab) => tab.revision));
  return { id, title, isPublic: access === 'public', revision, origin, path: endpointPath(id), abilities, tabs };
}
