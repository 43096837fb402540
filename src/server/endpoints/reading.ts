import { getHeapStatistics } from 'node:v8';
import type { Kysely } from 'kysely';
import { readBlob } from '../database/blobs';
import type { Database } from '../database/schema';
import type { Parts } from '../parts';
import type { ServedTab } from './engine/engine';
import { Lru } from './engine/lru';
import { ServedTabs } from './engine/servedTabs';
import { findTab, type ReadTab } from './endpointsRepository';
import type { RowsBody } from './rowsAnswer';

const MEBIBYTE = 1024 * 1024;

/** Bytes in memory for rows: half a GiB, less where Node was given a small heap. */
const TABS_BUDGET = Math.min(512 * MEBIBYTE, getHeapStatistics().heap_size_limit / 3);
const ANSWERS_BUDGET = 64 * MEBIBYTE;

/** What the addresses that answer rows read from. */
export interface Reading {
  readonly db: Kysely<Database>;
  readonly tabs: ServedTabs;
  /** Finished bodies by their entity tag. */
  readonly answers: Lru<RowsBody>;
}

const readings = new WeakMap<Kysely<Database>, Reading>();

/** The one reading of a server: the public addresses and the owner's share what is in memory. */
export function readingOf({ db }: Parts): Reading {
  const known = readings.get(db);
  if (known !== undefined) return known;
  const tabs = new ServedTabs({ read: (snapshot) => readBlob(db, snapshot), budget: TABS_BUDGET });
  const reading = { db, tabs, answers: new Lru<RowsBody>(ANSWERS_BUDGET) };
  readings.set(db, reading);
  return reading;
}

/**
 * A tab and its rows in memory. Where its rows are replaced and removed while they are being read, it is the tab as it is then.
 *
 * @throws Refusal `too_large` when its rows do not fit into memory
 */
export async function openTab(reading: Reading, tab: ReadTab): Promise<{ tab: ReadTab; served: ServedTab }> {
  const open = async (one: ReadTab) => ({
    tab: one,
    served: await reading.tabs.get({ id: one.id, snapshot: one.snapshot_blob }),
  });
  try {
    return await open(tab);
  } catch (error) {
    const current = await findTab(reading.db, tab.id);
    if (current === undefined || current.snapshot_blob === tab.snapshot_blob) throw error;
    return open(current);
  }
}
