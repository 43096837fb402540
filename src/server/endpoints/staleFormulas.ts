import type { StaleRun } from '../../contract/driveGrid';
import type { Awaitable } from '../awaitable';
import { isOutOfReach } from '../database/databaseErrors';
import { createSingleFlight } from '../database/locks';
import type { StaleTabs } from '../drive/stale/staleTabs';
import { isInRuns } from '../normalise/sheetFacts';
import { columnOfAddress } from '../rawTab/cellAddress';
import type { ReadProject, ReadTab } from '../store/log/endpointsRepository';
import type { ServedTab } from '../store/memory/engine';
import { type Memory, SharedCache } from '../store/memory/memory';
import type { ServedTabs } from '../store/memory/servedTabs';
import type { Directory } from './directory';
import type { ColumnNames } from './query/columnNames';
import { shortHash } from './query/plan';
import type { RowOptions } from './query/rowsPlan';

/** Maximum bytes of the cache; approximate bytes of an entry and of one run of rows. */
const MAX_BYTES = 32 * 1024 * 1024;
const BYTES_PER_ENTRY = 2_000;
const BYTES_PER_RUN = 20;

/** Column with stale cells, by its name in the response. */
export interface StaleColumn {
  readonly name: string;
  /** First and last row of each run, in ascending order. */
  readonly runs: readonly number[];
}

/** Cells of a tab whose formulas are older than their inputs. */
export class StaleTab {
  /** Hash of the stale cells. */
  readonly hash: string;
  /** First and last row of each run in ascending order, by 1-based column. */
  readonly #runs = new Map<number, number[]>();

  constructor(cells: readonly StaleRun[]) {
    this.hash = shortHash(cells);
    for (const [column, first, last] of cells.toSorted(([, one], [, other]) => one - other)) {
      const runs = this.#runs.get(column) ?? [];
      this.#runs.set(column, runs);
      runs.push(first, last);
    }
  }

  /** Returns the columns with stale cells among the requested fields; among all visible columns if no fields were chosen. */
  columnsOf(names: ColumnNames, { fields, slugKeys }: Pick<RowOptions, 'fields' | 'slugKeys'>): StaleColumn[] {
    return (fields ?? names.visible).flatMap((field) => {
      if (typeof field === 'string') return [];
      const { cell, key, slug } = names.column(field);
      const runs = this.#runs.get(columnOfAddress(cell));
      return runs === undefined ? [] : [{ name: slugKeys ? slug : key, runs }];
    });
  }
}

/** Returns the columns that are stale in a row of the sheet. */
export const staleIn = (columns: readonly StaleColumn[], row: number): StaleColumn[] =>
  columns.filter(({ runs }) => isInRuns(runs, row));

interface CachedTabs {
  readonly state: string;
  readonly tabs: ReadonlyMap<number, StaleTab>;
}

/** Returns whether a tab has formulas whose values can be stale. */
const hasFormulas = ({ raw_mark }: ReadTab, { state }: ServedTab): boolean =>
  state !== undefined && state.sheet.formulas.length > 0 && raw_mark === null;

/** Cache of the cells whose formulas are older than their inputs. Tabs without formulas are not looked up. */
export class StaleFormulas {
  readonly #cache: SharedCache<CachedTabs>;
  readonly #loading = createSingleFlight<CachedTabs['tabs']>();

  constructor(
    private readonly stale: Pick<StaleTabs, 'of'>,
    private readonly directory: Directory,
    private readonly tabs: ServedTabs,
    memory: Memory,
  ) {
    this.#cache = new SharedCache(MAX_BYTES, { memory });
  }

  /**
   * Returns the stale cells of a tab of the drive; undefined if there are none. If the database cannot be reached, returns the last
   * known ones.
   */
  of({ id, sheet_id }: ReadProject, tab: ReadTab, served: ServedTab): Awaitable<StaleTab | undefined> {
    if (!hasFormulas(tab, served)) return undefined;
    const state = this.#stateOf(id);
    const cached = this.#cache.get(sheet_id);
    if (cached?.state === state) return cached.tabs.get(tab.sheet_id);
    const loading = this.#loading(`${sheet_id} ${state}`, () => this.#load(sheet_id, state, cached));
    return loading.then((tabs) => tabs.get(tab.sheet_id));
  }

  async #load(sheetId: string, state: string, cached: CachedTabs | undefined): Promise<CachedTabs['tabs']> {
    try {
      const cells = [...(await this.stale.of(sheetId))];
      const tabs = new Map(cells.map(([tabId, runs]) => [tabId, new StaleTab(runs)]));
      const runs = cells.reduce((sum, [, { length }]) => sum + length, 0);
      this.#cache.set(sheetId, { state, tabs }, BYTES_PER_ENTRY + runs * BYTES_PER_RUN);
      return tabs;
    } catch (error) {
      if (cached === undefined || !isOutOfReach(error)) throw error;
      return cached.tabs;
    }
  }

  /** Returns a string that changes whenever a tab of the project changes, as far as this server knows. */
  #stateOf(projectId: string): string {
    const tabs = this.directory.last(projectId)?.tabs ?? [];
    return tabs
      .map(({ id, revision, snapshot_blob }) => {
        const served = this.tabs.revisionOf(id) ?? 0;
        return `${snapshot_blob} ${Math.max(revision, served)} ${this.tabs.writtenAt(id) ?? 0}`;
      })
      .join(',');
  }
}
