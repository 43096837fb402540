import type { Awaitable } from '../../awaitable';
import { createSingleFlight } from '../../database/locks';
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

/** Cache of the displayed text and formulas of tabs, loaded from their sheets on first request. */
export class ShownTabs {
  readonly #cache: SharedCache<ShownCells>;
  readonly #loading = createSingleFlight<ShownCells | undefined>();
  /** Cache keys: each load of a tab's rows, current or former ones, has its own. */
  readonly #keys = new WeakMap<ServedTab, string>();
  /** The revision at which a tab's cells needed too much memory. */
  readonly #tooLarge = new WeakMap<ServedTab, number>();
  #loads = 0;

  constructor(
    private readonly former: Pick<FormerRows, 'raw'>,
    memory: Memory,
  ) {
    this.#cache = new SharedCache(MAX_BYTES, { memory });
  }

  /**
   * Returns the displayed cells of a tab's rows, from memory or else from its sheet; concurrent callers share one load.
   *
   * @returns undefined if the rows have been replaced and their sheet is no longer stored
   * @throws Refusal `invalid_parameter` if only values are stored, `too_large` if the cells need too much memory
   */
  of(tab: ReadTab, served: ServedTab): Awaitable<ShownCells | undefined> {
    const key = this.#keyOf(tab, served);
    return this.#cache.get(key) ?? this.#loading(key, () => this.#load(key, tab, served));
  }

  /** Removes a tab from the cache. */
  drop(id: string): void {
    this.#cache.deleteWhere((key) => key.startsWith(id));
  }

  #keyOf({ id }: ReadTab, served: ServedTab): string {
    const known = this.#keys.get(served);
    if (known !== undefined) return known;
    this.#loads += 1;
    const key = `${id} ${this.#loads}`;
    this.#keys.set(served, key);
    return key;
  }

  async #load(key: string, tab: ReadTab, served: ServedTab): Promise<ShownCells | undefined> {
    const { columns, revision } = served;
    if (this.#tooLarge.get(served) === revision) throw tooLarge(tab);
    const raw = await this.former.raw(tab.id, revision);
    if (raw === undefined) return undefined;
    if (raw.packed === undefined) throw notStored(tab);
    const cells = await readShownCells(raw.packed, columns, raw.repeatMerged, MAX_BYTES);
    if (cells === undefined) {
      this.#tooLarge.set(served, revision);
      throw tooLarge(tab);
    }
    this.#cache.set(key, cells, cells.bytes + BYTES_PER_TAB);
    return cells;
  }
}

/** Returns the refusal of displayed cells without a sheet to load them from. */
export const notStored = ({ title }: ReadTab) =>
  new Refusal('invalid_parameter', `Only the values of ${title} are stored, so _values is not available.`, {
    hint: 'Leave _values out.',
    errors: [{ field: '_values', detail: 'not kept' }],
  });

const tooLarge = ({ title }: ReadTab) =>
  new Refusal('too_large', `The displayed texts of ${title} need more memory than this server allows.`, {
    hint: 'Leave _values out.',
  });
