import type { Kysely } from 'kysely';
import type { Database } from '../database/schema';
import { KeptOnce } from '../endpoints/engine/keptOnce';
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

function createDrafts(db: Kysely<Database>): DerivedDrafts {
  const drafts = new KeptOnce<DerivedTab>({ bytes: BYTES, milliseconds: HELD_MILLISECONDS, memory: memoryOf(db) });
  return {
    put: (rawBlob, derived) => drafts.put(rawBlob, derived, derived.packed.length + (derived.ready?.bytes ?? 0)),
    take: (rawBlob) => drafts.take(rawBlob),
  };
}

const ofDatabase = new WeakMap<Kysely<Database>, DerivedDrafts>();

/** The drafts of a server: uploads put them, syncs take them. */
export function derivedDraftsOf(db: Kysely<Database>): DerivedDrafts {
  const drafts = ofDatabase.get(db) ?? createDrafts(db);
  ofDatabase.set(db, drafts);
  return drafts;
}
