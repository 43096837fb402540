import { openPackedRows, type PackedRowsHead } from '../../normalise/packedRows';
import type { PackedSource } from '../../normalise/pieces';
import { Refusal } from '../../refusal';
import { createBreathing } from './breathing';
import type { ReadyRows } from './readyRows';
import { roomFor, StoredTab } from './storedTab';
import { TabStore } from './tabStore';
import { type Tuning, usualTuning } from './tuning';

export interface LoadOptions {
  /** Bytes in memory that the tab may take. */
  readonly most: number;
  /** Revision of the rows. */
  readonly revision?: number;
  /** Milliseconds of work between which others get their turn. */
  readonly stretch?: number | undefined;
  readonly tuning?: Tuning;
  /** Told how many of a tab's rows are there, whenever there are more. */
  readonly reached?: ((tab: StoredTab, rows: number) => void) | undefined;
}

/**
 * Loads packed rows (`../../normalise/packedRows.ts`) in small steps, between which others get their turn.
 *
 * @throws Refusal `too_large` when they would take more memory than they may
 */
export async function loadServedTab(packed: PackedSource, options: LoadOptions): Promise<StoredTab> {
  const { tab } = await loadRows(packed, options);
  await readValues(tab, options);
  return tab;
}

/** Rows whose values are not read yet. */
export interface LoadedRows {
  readonly tab: StoredTab;
  readonly head: PackedRowsHead;
}

/** As {@link loadServedTab}, without reading the rows' values: rows as they are can be answered in a fraction of the time. */
export async function loadRows(
  packed: PackedSource,
  { most, revision = 0, stretch, tuning = usualTuning, reached }: LoadOptions,
): Promise<LoadedRows> {
  const { head, blocks } = await openPackedRows(packed);
  const { columns, rows, mixed = [] } = head;
  const store = new TabStore(columns, mixed, roomFor(rows));
  const tab = new StoredTab(store, tuning, revision, rows);
  const breathe = createBreathing(stretch);
  for await (const block of blocks) {
    store.adopt(block);
    if (store.bytes > most) throw tooLarge(most);
    reached?.(tab, store.count);
    const pause = breathe();
    if (pause) await pause;
  }
  if (store.count !== rows) throw new Error(`Packed rows are ${store.count}, not ${rows}.`);
  return { tab, head };
}

/** As {@link loadRows}, of rows that are in memory already as they are answered. They are used by nobody else from then on. */
export function adoptRows(
  { head, parts }: ReadyRows,
  { most, revision = 0, tuning = usualTuning }: LoadOptions,
): LoadedRows {
  const { columns, rows, mixed = [] } = head;
  const store = new TabStore(columns, mixed, roomFor(rows), parts);
  if (store.bytes > most) throw tooLarge(most);
  return { tab: new StoredTab(store, tuning, revision), head };
}

/** Reads the values of a tab's rows in small steps. Whoever asks for one earlier waits for all. */
export async function readValues(
  tab: StoredTab,
  { most, stretch }: Pick<LoadOptions, 'most' | 'stretch'>,
): Promise<void> {
  const breathe = createBreathing(stretch);
  const work = tab.readRows();
  while (work.next().done !== true) {
    if (tab.bytes > most) throw tooLarge(most);
    const pause = breathe();
    if (pause) await pause;
  }
  if (tab.bytes > most) throw tooLarge(most);
}

const tooLarge = (most: number) =>
  new Refusal(
    'too_large',
    `This sheet takes more than ${Math.floor(most / 1024 / 1024)} MB of memory, the most this server keeps for one.`,
    {
      hint: 'Split it into several sheets.',
    },
  );
