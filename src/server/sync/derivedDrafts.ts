import type { Kysely } from 'kysely';
import type { Database } from '../database/schema';
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

interface Held {
  readonly derived: DerivedTab;
  readonly end: NodeJS.Timeout;
}

function createDrafts(): DerivedDrafts {
  const drafts = new Map<string, Held>();
  let bytes = 0;
  const drop = (rawBlob: string) => {
    const held = drafts.get(rawBlob);
    if (held === undefined) return undefined;
    clearTimeout(held.end);
    drafts.delete(rawBlob);
    bytes -= held.derived.packed.length;
    return held.derived;
  };
  return {
    put(rawBlob, derived) {
      if (derived.packed.length > BYTES) return;
      const end = setTimeout(() => drop(rawBlob), HELD_MILLISECONDS).unref();
      drafts.set(rawBlob, { derived, end });
      bytes += derived.packed.length;
      for (const oldest of drafts.keys()) {
        if (bytes <= BYTES) break;
        drop(oldest);
      }
    },
    take: drop,
  };
}

const ofDatabase = new WeakMap<Kysely<Database>, DerivedDrafts>();

/** The drafts of a server: uploads put them, syncs take them. */
export function derivedDraftsOf(db: Kysely<Database>): DerivedDrafts {
  const drafts = ofDatabase.get(db) ?? createDrafts();
  ofDatabase.set(db, drafts);
  return drafts;
}
