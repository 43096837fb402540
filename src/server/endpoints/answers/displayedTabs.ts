import { readBlob } from '../../database/blobs';
import { createSingleFlight } from '../../database/locks';
import type { Db } from '../../database/schema';
import { readShownCells, type ShownCells } from '../../normalise/displayedCells';
import type { ReadTab } from '../../store/log/endpointsRepository';
import type { FormerRows } from '../../store/log/formerRows';
import { Refusal } from '../../refusal';
import type { ServedTab } from '../../store/memory/engine';
import { type Memory, SharedCache } from '../../store/memory/memory';

const MEBIBYTE = 1024 * 1024;
const MAX_BYTES = 96 * MEBIBYTE;
/** Approximate bytes of a tab besides its cells. */
const BYTES_PER_TAB = 4 * 1024;

interface CachedCells {
  readonly served: ServedTab;
  readonly cells: ShownCells;
}

/** Packed raw tab that rows were derived from, if it is stored, and the setting used. */
interface Sheet {
  readonly packed: Buffer | undefined;
  readonly repeatMerged: boolean;
}

/** Returns the cache key of a former revision of a tab; only the last requested one is cached. */
const formerKeyOf = ({ id }: ReadTab) => `${id} former`;

interface ShownTabsOptions {
  readonly db: Db;
  readonly former: FormerRows;
  readonly memory: Memory;
}

/** Cache of the displayed text and formulas of tabs, loaded from their sheets on first request. */
export class ShownTabs {
  /** By tab id, or by {@link formerKeyOf} a tab. */
  readonly #cache: SharedCache<CachedCells>;
  readonly #loading = createSingleFlight<ShownCells, ServedTab>();
  readonly #loadingFormer = createSingleFlight<ShownCells | undefined, ServedTab>();

  constructor(private readonly options: ShownTabsOptions) {
    this.#cache = new SharedCache(MAX_BYTES, options);
  }

  /** Returns the displayed cells of these rows, if they are in memory. */
  peek(tab: ReadTab, served: ServedTab): ShownCells | undefined {
    const cached = [tab.id, formerKeyOf(tab)].map((name) => this.#cache.get(name));
    return cached.find((one) => one?.served === served)?.cells;
  }

  /**
   * Loads the displayed cells of the current rows, once for concurrent callers.
   *
   * @throws Refusal `invalid_parameter` if the sheet is not stored, `too_large` if the cells need too much memory
   */
  load(tab: ReadTab, served: ServedTab): Promise<ShownCells> {
    return this.#loading(served, () => this.#load(tab, served));
  }

  /**
   * Loads the displayed cells of a former revision.
   *
   * @returns undefined if the revision is no longer stored
   * @throws as {@link load}
   */
  loadFormer(tab: ReadTab, served: ServedTab): Promise<ShownCells | undefined> {
    return this.#loadingFormer(served, () => this.#loadFormer(tab, served));
  }

  /** Removes a tab from the cache. */
  drop(id: string): void {
    this.#cache.deleteWhere((key) => key.startsWith(id));
  }

  async #loadFormer(tab: ReadTab, served: ServedTab) {
    const raw = await this.options.former.raw(tab.id, served.revision);
    return raw && this.#store(formerKeyOf(tab), served, await readCells(tab, served, raw));
  }

  async #load(tab: ReadTab, served: ServedTab) {
    const { db } = this.options;
    const stored = await db
      .selectFrom('project_tabs')
      .select(['derived_from', 'raw_blob', 'repeat_merged'])
      .where('id', '=', tab.id)
      .executeTakeFirst();
    const blob = stored?.derived_from ?? stored?.raw_blob ?? undefined;
    const packed = blob === undefined ? undefined : await readBlob(db, blob);
    return this.#store(
      tab.id,
      served,
      await readCells(tab, served, { packed, repeatMerged: stored?.repeat_merged === 1 }),
    );
  }

  #store(name: string, served: ServedTab, cells: ShownCells): ShownCells {
    this.#cache.set(name, { served, cells }, cells.bytes + BYTES_PER_TAB);
    return cells;
  }
}

async function readCells(tab: ReadTab, { columns }: ServedTab, { packed, repeatMerged }: Sheet): Promise<ShownCells> {
  if (packed === undefined) throw notStored(tab);
  const cells = await readShownCells(packed, columns, repeatMerged);
  if (cells.bytes > MAX_BYTES) throw tooLarge(tab);
  return cells;
}

const notStored = ({ title }: ReadTab) =>
  new Refusal('invalid_parameter', `Only the values of ${title} are stored, so _values is not available.`, {
    hint: 'Leave _values out.',
    errors: [{ field: '_values', detail: 'not kept' }],
  });

const tooLarge = ({ title }: ReadTab) =>
  new Refusal('too_large', `The displayed texts of ${title} need more memory than this server allows.`, {
    hint: 'Leave _values out.',
  });
