import { limits } from '../../contract/limits';
import { endpointPath } from '../../contract/paths';
import type { CellValue, Column } from '../../contract/rows';
import { listTabsOf } from '../auth/ownedProjects';
import { type Caller, knownTabs, hasScope } from '../access/caller';
import { visibilityKeyOf } from '../access/columnAccess';
import type { ProjectsTable, ProjectTabsTable } from '../database/tables/projects';
import { type ColumnNames, namesFor } from '../endpoints/query/columnNames';
import { formatNumber } from '../endpoints/query/parameters';
import { openTab, type ReadServices } from '../endpoints/readServices';
import { nothingHere } from '../http/problems';
import { slugOf, UniqueNames } from '../normalise/headers';
import { Refusal } from '../refusal';
import type { Settings } from '../settings';
import { findWholeProject, type ReadProject, type ReadTab } from '../store/log/endpointsRepository';
import type { TabView } from '../store/memory/engine';
import type { ColumnSurvey, Surveys } from './surveys';

/** Dependencies of descriptions. */
export interface Describing {
  readonly settings: Settings;
  readonly reading: ReadServices;
  readonly surveys: Surveys;
}

/** Permissions of a caller on a project's endpoints. */
export interface Abilities {
  /** Reads rows. */
  readonly read: boolean;
  /** Reads columns, without rows. */
  readonly schema: boolean;
  readonly create: boolean;
  readonly update: boolean;
  readonly remove: boolean;
}

/** Returns a caller's permissions. Reading a public project needs no key; writing always does, and needs a writable project. */
export function abilitiesOf(caller: Caller, { access, writable }: Pick<ReadProject, 'access' | 'writable'>): Abilities {
  const isOpen = caller.kind === 'anyone' && access === 'public';
  const isWritable = writable === 1;
  return {
    read: isOpen || hasScope(caller, 'read'),
    schema: isOpen || hasScope(caller, 'schema'),
    create: isWritable && hasScope(caller, 'create'),
    update: isWritable && hasScope(caller, 'update'),
    remove: isWritable && hasScope(caller, 'delete'),
  };
}

/** A column and the survey of its values. `cell` is empty for callers who do not see all columns. */
export type DescribedColumn = Column &
  ColumnSurvey & {
    /** Whether the column may hold texts beside its type: values that do not fit a type set by the owner. */
    readonly mixed: boolean;
  };

/** A row as in a response: pairs of name and value, in order. */
type ExampleRow = readonly (readonly [string, CellValue])[];

/** A tab as visible to a caller, at its newest revision. */
export interface DescribedTab {
  readonly title: string;
  readonly columns: readonly DescribedColumn[];
  readonly names: ColumnNames;
  readonly keyColumn: string | null;
  readonly rows: number;
  readonly revision: number;
  /** One of the first rows. Absent if the caller may not read rows, or no row is short enough. */
  readonly example?: ExampleRow;
}

/** A tab of a project's description. */
export interface NamedTab extends DescribedTab {
  /** A valid identifier, unique in the project. */
  readonly name: string;
  readonly slug: string;
  readonly path: string;
}

/** A project as visible to a caller. */
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
 * Names that tools treat as references and anchors anywhere in a document, even as column names. Rows with such a column are not used as
 * examples, and its property is described by a pattern.
 */
const RESERVED_NAMES = new Set(['$ref', '$id', '$anchor', '$dynamicRef', '$dynamicAnchor', '$schema']);

export const isReservedName = (name: string): boolean => RESERVED_NAMES.has(name);

/** Number of rows searched for a short example. */
const ROWS_SEARCHED = 20;

/** Maximum length of an example row, in characters of JSON. */
const MAX_EXAMPLE_LENGTH = 4_000;

/** Bytes of JSON from which on a row is too long for an example, whichever of its columns are visible. */
const MAX_SEARCHED_BYTES = 16 * MAX_EXAMPLE_LENGTH;

function exampleOf(view: TabView, { visible, columns }: ColumnNames): ExampleRow | undefined {
  if (visible.some((at) => isReservedName(columns[at]?.key ?? ''))) return undefined;
  for (const row of view.select({ offset: 0, limit: ROWS_SEARCHED }).rowIndexes) {
    if (view.bytes(row) > MAX_SEARCHED_BYTES) continue;
    const cells = visible.map((at) => [columns[at]?.key ?? '', view.value(row, at)] as const);
    const example = [['_id', view.id(row)] as const, ...cells];
    if (JSON.stringify(example).length <= MAX_EXAMPLE_LENGTH) return example;
  }
  return undefined;
}

/**
 * Describes a tab for a caller.
 *
 * @param tab with the types that the owner has set, unless these do not matter
 * @param abilities callers who may not read see no cell values; those who may not see the schema either, but write, see nothing
 * that depends on the values of others
 * @throws Refusal `outdated_key`, or a refusal of `openTab`
 */
export async function describeTab(
  { reading, surveys }: Describing,
  tab: ReadTab & Partial<Pick<ProjectTabsTable, 'column_types'>>,
  caller: Caller,
  abilities: Pick<Abilities, 'read' | 'schema'>,
): Promise<DescribedTab> {
  const served = await openTab(reading, tab);
  const setTypes = new Set(Object.keys(JSON.parse(tab.column_types ?? '{}') as object));
  const names = namesFor(caller, tab, served.columns);
  const { view, columns: surveyed } = await surveys.of(served);
  const columns = names.visible.map((at): DescribedColumn => {
    const column = { ...names.column(at), ...surveyed[at], ...(!names.areAll && { cell: '' }) };
    const hasSetType = setTypes.has(column.key);
    return {
      ...column,
      mixed: hasSetType && column.type !== 'text',
      ...(hasSetType && { format: undefined }),
      ...(!abilities.read && { examples: [], few: undefined }),
      ...(!abilities.schema && { unique: false, nullable: true }),
    };
  });
  const keyColumn = columns.find(({ key }) => key === tab.key_column)?.key ?? null;
  const example = abilities.read ? exampleOf(view, names) : undefined;
  const { rows, revision } = view;
  return { title: tab.title, names, columns, keyColumn, rows, revision, ...(example && { example }) };
}

/** Everything that a project's description depends on, except rows. It is small and loaded for each request. */
interface DescribableProject {
  readonly project: ProjectsTable;
  readonly caller: Caller;
  readonly abilities: Abilities;
  readonly origin: string;
  readonly tabs: readonly ProjectTabsTable[];
  /** Cache key: changes whenever the description does. */
  readonly key: string;
}

/**
 * Loads what a project's description depends on, without reading rows.
 *
 * @throws Refusal `not_found` if the project has been deleted since the request was authorized
 */
export async function describableProject(
  reading: ReadServices,
  id: string,
  caller: Caller,
  origin: string,
): Promise<DescribableProject> {
  const project = await findWholeProject(reading.db, id);
  if (project === undefined) throw nothingHere();
  const tabs = knownTabs(caller, await listTabsOf(reading.db, [id])).filter((tab) => tab.published === 1);
  const abilities = abilitiesOf(caller, project);
  const tabKeys = tabs.map(({ id: tabId, title, slug, key_column, snapshot_blob: snapshot, revision }) => {
    // Recent writes may exist only in memory and in the log.
    const newest = Math.max(revision, reading.tabs.peek({ id: tabId, snapshot })?.revision ?? 0);
    return [tabId, title, slug, key_column, snapshot, newest, visibilityKeyOf(caller, tabId)];
  });
  const { title, access, revision } = project;
  const key = JSON.stringify([id, origin, title, access, revision, abilities, tabKeys]);
  return { project, caller, abilities, origin, tabs, key };
}

/** Skips a tab for which the caller's key is outdated: the columns that it hides can no longer be identified there. */
function skipOutdated(error: unknown): undefined {
  if (!(error instanceof Refusal && error.code === 'outdated_key')) throw error;
}

function nameOf({ title, slug }: ProjectTabsTable): string {
  const words = (slugOf(title) || slugOf(slug)).split('_');
  const name = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
  return /^[A-Z]/.test(name) ? name : `Tab${name}`;
}

function refuseTooManyColumns(tabs: readonly DescribedTab[]) {
  const { columnsPerDescription: most } = limits;
  if (tabs.reduce((sum, { columns }) => sum + columns.length, 0) <= most) return;
  const detail = `The sheets of this project have more than ${formatNumber(most)} columns, too many for one description.`;
  throw new Refusal('too_large', detail, {
    hint: 'Ask for the columns of each endpoint, with _schema behind its address.',
  });
}

/**
 * Describes a project for a caller, with the tabs that the caller may open. Each tab gets a unique name that is an identifier in every
 * language: `S&P 500` becomes `SP500`, `2024` becomes `Tab2024`.
 *
 * @throws Refusal `too_large` for too many columns; a refusal of `openTab`
 */
export async function describeProject(describing: Describing, found: DescribableProject): Promise<DescribedProject> {
  const { project, caller, abilities, origin } = found;
  const unique = new UniqueNames();
  const tabs: NamedTab[] = [];
  for (const tab of found.tabs) {
    const name = unique.claim(nameOf(tab));
    // The slug, because some client generators cannot handle percent-encoding in a path.
    const path = endpointPath(project.id, tab.slug);
    const described = await describeTab(describing, tab, caller, abilities).catch(skipOutdated);
    if (described !== undefined) tabs.push({ ...described, name, path, slug: tab.slug });
    refuseTooManyColumns(tabs);
  }
  const { id, title, access, revision: synced } = project;
  const revision = Math.max(synced, ...tabs.map((tab) => tab.revision));
  return { id, title, isPublic: access === 'public', revision, origin, path: endpointPath(id), abilities, tabs };
}
