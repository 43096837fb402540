import type { Kysely } from 'kysely';
import type { Database } from '../database/schema';
import { leasesOf } from '../nodes/leases';
import type { Owner } from '../sources/source';

/** Lets work about the same thing happen one after the other; work about different things does not wait. */
export type InLine = <T>(key: string, work: () => Promise<T>) => Promise<T>;

export function createLines(): InLine {
  const tails = new Map<string, Promise<unknown>>();
  return (key, work) => {
    const mine = (tails.get(key) ?? Promise.resolve()).then(work);
    const tail = mine
      .catch(() => undefined)
      .finally(() => {
        if (tails.get(key) === tail) tails.delete(key);
      });
    tails.set(key, tail);
    return mine;
  };
}

interface Lines {
  readonly here: InLine;
  readonly everywhere: InLine;
}

const lines = new WeakMap<Kysely<Database>, Lines>();

/** Of several servers, too, one works at a time. */
function createLinesOf(db: Kysely<Database>): Lines {
  const here = createLines();
  const leases = leasesOf(db);
  return { here, everywhere: leases === undefined ? here : (key, work) => here(key, () => leases.hold(key, work)) };
}

function knownLinesOf(db: Kysely<Database>): Lines {
  const known = lines.get(db) ?? createLinesOf(db);
  lines.set(db, known);
  return known;
}

/** The lines that all work on spreadsheets stands in, of all servers on a database; see {@link lineOf}. */
export const linesOf = (db: Kysely<Database>): InLine => knownLinesOf(db).everywhere;

/** The same lines within this server alone, for work that somebody else does who stands in those of all servers. */
export const linesWithin = (db: Kysely<Database>): InLine => knownLinesOf(db).here;

/** The line of one person's spreadsheet. */
export const lineOf = (owner: Owner, sheetId: string): string => `${owner.id} ${sheetId}`;
