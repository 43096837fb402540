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

const lines = new WeakMap<Kysely<Database>, InLine>();

/** Of several servers, too, one works at a time. */
function linesAcrossServers(db: Kysely<Database>): InLine {
  const inLine = createLines();
  const leases = leasesOf(db);
  return leases === undefined ? inLine : (key, work) => inLine(key, () => leases.hold(key, work));
}

/** The lines that all work on spreadsheets stands in, of all servers on a database; see {@link lineOf}. */
export function linesOf(db: Kysely<Database>): InLine {
  const inLine = lines.get(db) ?? linesAcrossServers(db);
  lines.set(db, inLine);
  return inLine;
}

/** The line of one person's spreadsheet. */
export const lineOf = (owner: Owner, sheetId: string): string => `${owner.id} ${sheetId}`;
