import type { Kysely } from 'kysely';
import type { Database } from '../database/schema';
import { Lru } from '../endpoints/engine/lru';
import type { Memory } from '../endpoints/engine/memory';
import { memoryOf } from '../endpoints/memoryOf';
import type { DerivedTab } from '../normalise/deriveTab';

/** A project is mostly made of a spreadsheet right after it was uploaded. */
const HELD_MILLISECONDS = 10 * 60 * 1000;
const BYTES = 96 * 1024 * 1024;

/** Rows that were derived when a spreadsheet was uploaded, for the first sync of it: deriving them once is enough. */
export interface DerivedDrafts {
  /** @param rawBlob id of the blob with the raw tab; what nobody takes is let go after a while, or when there are too many */
  put(rawBlob: string, derived: DerivedTab): void;
  /** Gives what was put, once. */
  take(rawBlob: string): DerivedTab | undefined;
}

function createDrafts(memory: Memory): DerivedDrafts {
  const drafts = new Lru<DerivedTab>(BYTES, { memory });
  return {
    put(rawBlob, derived) {
      drafts.set(rawBlob, derived, derived.packed.length);
      setTimeout(() => drafts.delete(rawBlob), HELD_MILLISECONDS).unref();
    },
    take(rawBlob) {
      const derived = drafts.get(rawBlob);
      drafts.delete(rawBlob);
      return derived;
    },
  };
}

const ofDatabase = new WeakMap<Kysely<Database>, DerivedDrafts>();

/** The drafts of a server: uploads put them, syncs take them. */
export function derivedDraftsOf(db: Kysely<Database>): DerivedDrafts {
  const drafts = ofDatabase.get(db) ?? createDrafts(memoryOf(db));
  ofDatabase.set(db, drafts);
  return drafts;
}
