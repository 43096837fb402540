import type { Kysely } from 'kysely';
import { readBlob } from '../database/blobs';
import type { Database } from '../database/schema';
import { readShownCells, type ShownCells } from '../normalise/shownCells';
import { Refusal } from '../refusal';
import type { ReadTab } from './endpointsRepository';
import type { ServedTab } from './engine/engine';
import { Lru } from './engine/lru';
import { memoryOf } from './memoryOf';

const MEBIBYTE = 1024 * 1024;
const BUDGET = 96 * MEBIBYTE;
/** What a tab takes beside its cells. */
const BYTES_PER_TAB = 4 * 1024;

interface Kept {
  readonly served: ServedTab;
  readonly cells: ShownCells;
}

/** What cells of tabs display, and their formulas; read from their sheets when that is first asked for. */
export class ShownTabs {
  /** By id of the tab. */
  readonly #kept: Lru<Kept>;
  readonly #loading = new Map<ServedTab, Promise<void>>();

  constructor(private readonly db: Kysely<Database>) {
    this.#kept = new Lru(BUDGET, { memory: memoryOf(db) });
  }

  /** What belongs to these rows, where it is in memory. */
  peek(tab: ReadTab, served: ServedTab): ShownCells | undefined {
    const kept = this.#kept.get(tab.id);
    return kept?.served === served ? kept.cells : undefined;
  }

  /**
   * Reads what belongs to the rows as they are now, once however many ask.
   *
   * @throws Refusal `invalid_parameter` where the sheet is not kept, `too_large` where it would take too much memory
   */
  load(tab: ReadTab, served: ServedTab): Promise<void> {
    const loading = this.#loading.get(served) ?? this.#load(tab, served).finally(() => this.#loading.delete(served));
    this.#loading.set(served, loading);
    return loading;
  }

  async #load(tab: ReadTab, served: ServedTab) {
    const stored = await this.db
      .selectFrom('project_tabs')
      .select(['derived_from', 'raw_blob', 'repeat_merged'])
      .where('id', '=', tab.id)
      .executeTakeFirst();
    const blob = stored?.derived_from ?? stored?.raw_blob ?? null;
    if (stored === undefined || blob === null) throw notKept(tab);
    const raw = await readBlob(this.db, blob);
    const cells = await readShownCells(raw, served.columns, stored.repeat_merged === 1);
    if (cells.bytes > BUDGET) throw tooLarge(tab);
    this.#kept.set(tab.id, { served, cells }, cells.bytes + BYTES_PER_TAB);
  }
}

const notKept = ({ title }: ReadTab) =>
  new Refusal('invalid_parameter', `Of ${title} only values are kept, so _values cannot be answered.`, {
    hint: 'Leave _values out.',
    errors: [{ field: '_values', detail: 'not kept' }],
  });

const tooLarge = ({ title }: ReadTab) =>
  new Refusal('too_large', `What the cells of ${title} display takes more memory than this server keeps for it.`, {
    hint: 'Leave _values out.',
  });

const ofDatabase = new WeakMap<Kysely<Database>, ShownTabs>();

/** The one store of a server. */
export function shownTabsOf(db: Kysely<Database>): ShownTabs {
  const shown = ofDatabase.get(db) ?? new ShownTabs(db);
  ofDatabase.set(db, shown);
  return shown;
}
