import { getHeapStatistics } from 'node:v8';
import type { Kysely } from 'kysely';
import type { Database } from '../database/schema';
import { Memory } from './engine/memory';

const MEBIBYTE = 1024 * 1024;

/** Bytes in memory for whatever is kept so that it can be answered at once: half a GiB, less where Node was given a small heap. */
const BUDGET = Math.min(512 * MEBIBYTE, getHeapStatistics().heap_size_limit / 3);

const ofDatabase = new WeakMap<Kysely<Database>, Memory>();

/** The one budget of a server: rows, finished answers and whatever else can be made again share it. */
export function memoryOf(db: Kysely<Database>): Memory {
  const memory = ofDatabase.get(db) ?? new Memory(BUDGET);
  ofDatabase.set(db, memory);
  return memory;
}
