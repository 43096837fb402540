import type { Kysely } from 'kysely';
import type { Database } from '../database/schema';
import { KeptOnce } from './engine/keptOnce';
import type { ReadyRows } from './engine/readyRows';
import { memoryOf } from './memoryOf';

/** Whoever has just made a project reads its rows right away. */
const HELD_MILLISECONDS = 2 * 60 * 1000;
const BYTES = 96 * 1024 * 1024;

/** Rows that are in memory as they are answered, by the blob in which they were written: their first reader need not load them. */
export interface ReadyRowsOfServer {
  put(snapshot: string, ready: ReadyRows): void;
  /** Gives what was put, once. */
  take(snapshot: string): ReadyRows | undefined;
}

function createReadyRows(db: Kysely<Database>): ReadyRowsOfServer {
  const kept = new KeptOnce<ReadyRows>({ bytes: BYTES, milliseconds: HELD_MILLISECONDS, memory: memoryOf(db) });
  return {
    put: (snapshot, ready) => kept.put(snapshot, ready, ready.bytes),
    take: (snapshot) => kept.take(snapshot),
  };
}

const ofDatabase = new WeakMap<Kysely<Database>, ReadyRowsOfServer>();

/** Has rows of a thread that reads none handed to whoever does, before anything else asks for them. */
export function handReadyRows(db: Kysely<Database>, put: ReadyRowsOfServer['put']): void {
  ofDatabase.set(db, { put, take: () => undefined });
}

/** The ready rows of a server: syncs put them, whoever loads a tab takes them. */
export function readyRowsOf(db: Kysely<Database>): ReadyRowsOfServer {
  const ready = ofDatabase.get(db) ?? createReadyRows(db);
  ofDatabase.set(db, ready);
  return ready;
}
