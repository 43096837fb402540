import type { FastifyRequest } from 'fastify';
import { endpointPath } from '../../../contract/paths';
import type { Column } from '../../../contract/rows';
import type { KeyScope } from '../../../contract/scopes';
import { type Caller, knownTabs, may, mayWrite, OWNER } from '../../access/caller';
import { countFor } from '../../access/guard';
import { originOf } from '../../http/originOf';
import { zonedOf } from '../../normalise/readCell';
import { readOnly, writesPaused } from '../../store/log/writeRefusals';
import type { OpenedTab } from '../../store/log/work';
import { Refusal } from '../../refusal';
import type { Settings } from '../../settings';
import { findTab, type ReadProject, type ReadTab } from '../../store/log/endpointsRepository';
import type { ServedTab } from '../../store/memory/engine';
import { addressedProject, addressOf, publishedTabAt } from '../locate';
import { askedOf } from '../query/plans';
import { ColumnNames } from '../query/columnNames';
import { openTab, type Reading } from '../reading';
import type { NamesOf } from './changeRows';

/** What refusals show of a datetime instead of one that is in a cell: it tells whether there is a zone. */
const DATETIME = '2009-04-01T12:30:00';

/** A column without values of its cells. */
function withoutCells(column: Column): Column {
  const zoned = zonedOf(column);
  return { ...column, examples: zoned === undefined ? [] : [zoned ? `${DATETIME}Z` : DATETIME] };
}

const known = new WeakMap<ColumnNames, ColumnNames>();

function unseen(names: ColumnNames): ColumnNames {
  const before = known.get(names);
  if (before !== undefined) return before;
  const columns = names.columns.map(withoutCells);
  const shown = names.visible.flatMap((place) => columns[place] ?? []);
  const without = new ColumnNames(columns, shown, names.visibilityKey);
  known.set(names, without);
  return without;
}

/**
 * The columns that exist for whoever writes. To a key that may not read, no refusal gives away what is in a cell: its columns
 * have no examples of their own.
 */
export const writerNamesOf =
  (caller: Caller, tab: ReadTab): NamesOf =>
  (columns) => {
    const { names } = askedOf(caller, tab, columns);
    return may(caller, 'read') ? names : unseen(names);
  };

/** What is written to, by whom. */
export interface WriteTarget {
  readonly project: ReadProject;
  readonly tab: ReadTab;
  readonly caller: Caller;
  /** URL of the endpoint. */
  readonly url: string;
  /** Part of the address after the endpoint: a row's id, decoded. */
  readonly part: string | undefined;
}

/** What a write has to be allowed. */
export type WriteScope = Exclude<KeyScope, 'read' | 'schema'>;

/** Finds what a request writes to. Throws a Refusal where that is nothing, or not for whoever asks. */
export type FindTarget = (request: FastifyRequest, scopes: readonly WriteScope[]) => Promise<WriteTarget>;

/**
 * @throws Refusal `read_only` with the reason, `writes_paused`
 */
export function refuseUnwritable({ writable, read_only_reason, paused }: ReadProject): void {
  if (writable === 0) throw readOnly(read_only_reason);
  if (paused === 1) throw writesPaused();
}

/** What a request of the data API writes to, by its address and its key. */
export const publicTarget =
  (reading: Reading, settings: Settings): FindTarget =>
  async (request, scopes) => {
    const { known, caller } = await addressedProject(reading, request);
    const { tab: part, id } = addressOf(request);
    const { project, tabs } = known;
    const { tab, format } = publishedTabAt(knownTabs(caller, tabs), part);
    countFor(request, project.id, tab.id);
    for (const scope of scopes) mayWrite(caller, project, tab, scope);
    if (format !== undefined) {
      throw new Refusal('not_found', `Rows are written without “.${format}” in the address.`);
    }
    refuseUnwritable(project);
    return { project, tab, caller, part: id, url: originOf(request, settings) + endpointPath(project.id, part) };
  };

/** What a person writes to in a project of their own: no key is needed, and the tab need not be published. */
export const ownerTarget =
  (
    ownTab: (request: FastifyRequest) => Promise<Pick<WriteTarget, 'project' | 'tab'>>,
    settings: Settings,
  ): FindTarget =>
  async (request) => {
    const { project, tab } = await ownTab(request);
    refuseUnwritable(project);
    const { rowId: part } = request.params as { rowId?: string };
    return { project, tab, caller: OWNER, part, url: originOf(request, settings) + endpointPath(project.id, tab.slug) };
  };

const noColumns = () =>
  new Refusal('read_only', 'This sheet has no columns yet, so no row can be written.', {
    hint: 'Put column names above the rows in the spreadsheet first.',
  });

/**
 * A tab in memory as writes need it.
 *
 * @returns undefined where it has no columns
 */
export function openedTab(served: ServedTab, { id: tabId, key_column }: ReadTab): OpenedTab | undefined {
  const { state } = served;
  if (state === undefined) return undefined;
  state.keyAt = key_column === null ? -1 : served.columns.findIndex(({ key }) => key === key_column);
  return { tabId, served, state };
}

/** The tab as it is by now, ready to be written to. */
async function openForWriting(reading: Reading, tab: ReadTab): Promise<OpenedTab> {
  const opened = openedTab(await openTab(reading, tab), tab);
  if (opened === undefined) throw noColumns();
  return opened;
}

/** Opens the tab as it is stored by now. */
export async function openAgain(reading: Reading, tab: ReadTab): Promise<OpenedTab> {
  const current = await findTab(reading.db, tab.id);
  if (current === undefined) throw new Refusal('gone', 'This endpoint has been removed. Nothing was written.');
  return openForWriting(reading, current);
}

/** Opens the tab as it was found, and as it is stored by now whenever it is asked again. */
export function opener(reading: Reading, tab: ReadTab): () => Promise<OpenedTab> {
  let isFirst = true;
  return () => {
    if (!isFirst) return openAgain(reading, tab);
    isFirst = false;
    return openForWriting(reading, tab);
  };
}
