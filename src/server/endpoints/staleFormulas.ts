import { LRUCache } from 'lru-cache';
import type { StaleRun } from '../../contract/driveGrid';
import { isOutOfReach } from '../database/trouble';
import type { StaleTabs } from '../drive/stale/staleTabs';
import { isInRuns } from '../normalise/sheetFacts';
import { columnOfAddress } from '../rawTab/cellAddress';
import type { ReadProject, ReadTab } from '../store/log/endpointsRepository';
import type { ServedTab } from '../store/memory/engine';
import type { ServedTabs } from '../store/memory/servedTabs';
import type { Directory } from './directory';
import type { ColumnNames } from './query/columnNames';
import { type Field, shortHash } from './query/plan';

/** Spreadsheets whose stale cells are remembered. */
const REMEMBERED = 1_000;

/** The cells of a tab whose formulas are older than their inputs. */
export class StaleTab {
  /** Another one where other cells are stale. */
  readonly mark: string;
  /** By 1-based column, first and last row of each run in rising order. */
  readonly #runs = new Map<number, number[]>();

  constructor(cells: readonly StaleRun[]) {
    this.mark = shortHash(cells);
    for (const [column, first, last] of cells.toSorted(([, one], [, other]) => one - other)) {
      const runs = this.#runs.get(column) ?? [];
      this.#runs.set(column, runs);
      runs.push(first, last);
    }
  }

  /**
   * The names of columns with stale cells, as they stand in the answer.
   *
   * @param fields those that are answered; all where none were chosen
   * @param row in which they are stale; any row of the sheet when not given
   */
  namesOf(names: ColumnNames, { fields, slugKeys }: StaleLook, row?: number): string[] {
    return (fields ?? names.visible).flatMap((field) => {
      if (typeof field === 'string') return [];
      const { cell, key, slug } = names.column(field);
      const runs = this.#runs.get(columnOfAddress(cell));
      if (runs === undefined || (row !== undefined && !isInRuns(runs, row))) return [];
      return [slugKeys ? slug : key];
    });
  }
}

/** What is answered of a tab, and by which names. */
export interface StaleLook {
  readonly fields?: readonly Field[] | undefined;
  readonly slugKeys: boolean;
}

interface Remembered {
  readonly state: string;
  readonly tabs: ReadonlyMap<number, StaleTab>;
}

/** Which values of endpoints are those of formulas whose inputs have changed; of tabs without formulas nothing is looked up. */
export class StaleFormulas {
  readonly #remembered = new LRUCache<string, Remembered>({ max: REMEMBERED });

  constructor(
    private readonly stale: Pick<StaleTabs, 'of'>,
    private readonly directory: Directory,
    private readonly tabs: ServedTabs,
  ) {}

  /** Stale cells of a tab of the drive; undefined where there are none. While the database is out of reach, those known before. */
  async of({ id, sheet_id }: ReadProject, tab: ReadTab, { state }: ServedTab): Promise<StaleTab | undefined> {
    if (state === undefined || state.sheet.formulas.length === 0 || tab.raw_blob !== null) return undefined;
    const now = this.#stateOf(id);
    const before = this.#remembered.get(sheet_id);
    if (before?.state === now) return before.tabs.get(tab.sheet_id);
    try {
      const { cells } = await this.stale.of(sheet_id);
      const tabs = new Map([...cells].map(([sheetId, runs]) => [sheetId, new StaleTab(runs)]));
      this.#remembered.set(sheet_id, { state: now, tabs });
      return tabs.get(tab.sheet_id);
    } catch (error) {
      if (before === undefined || !isOutOfReach(error)) throw error;
      return before.tabs.get(tab.sheet_id);
    }
  }

  /** What changes whenever a tab of the project does, as far as this server knows. */
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
