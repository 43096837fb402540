import type { Kysely } from 'kysely';
import type { SyncProgress, TabProgress } from '../../contract/syncs';
import type { Database } from '../database/schema';

type Listener = (progress: SyncProgress) => void;

const IDLE: SyncProgress = { phase: 'idle', tabs: [] };

/** What a sync tells of its way. */
export interface ProgressTeller {
  /** Its tabs are known; those that go on with the rows they have are done already. */
  planned(tabs: readonly (Pick<TabProgress, 'sheetId' | 'title' | 'total'> & { readonly waits: boolean })[]): void;
  /** So many rows of the tab with a number are read; the first call begins it. */
  reading(sheetId: number, rows: number): void;
  done(sheetId: number, rows: number): void;
}

/** How far the syncs of this process are, by the line they stand in (`lines.ts`). */
export class ProgressHub {
  readonly #running = new Map<string, SyncProgress>();
  readonly #listeners = new Map<string, Set<Listener>>();

  /** Hears how a line is now, and of everything that follows. @returns the way to stop hearing */
  watch(line: string, listener: Listener): () => void {
    const all = this.#listeners.get(line) ?? new Set();
    this.#listeners.set(line, all.add(listener));
    listener(this.#running.get(line) ?? IDLE);
    return () => {
      all.delete(listener);
      if (all.size === 0) this.#listeners.delete(line);
    };
  }

  /** A sync begins. */
  begin(line: string): ProgressTeller {
    this.#tell(line, { phase: 'reading', tabs: [] });
    const change = (sheetId: number, part: Partial<TabProgress>) => {
      const { tabs = [] } = this.#running.get(line) ?? IDLE;
      const changed = tabs.map((tab) => (tab.sheetId === sheetId ? { ...tab, ...part } : tab));
      this.#tell(line, { phase: 'reading', tabs: changed });
    };
    return {
      planned: (planned) => {
        const tabs = planned.map(({ waits, ...tab }) =>
          waits ? { ...tab, phase: 'waiting' as const, rows: 0 } : { ...tab, phase: 'done' as const, rows: tab.total },
        );
        this.#tell(line, { phase: 'reading', tabs });
      },
      reading: (sheetId, rows) => change(sheetId, { phase: 'reading', rows }),
      done: (sheetId, rows) => change(sheetId, { phase: 'done', rows, total: rows }),
    };
  }

  /** A sync of another thread tells how far it is. */
  show(line: string, progress: SyncProgress): void {
    this.#tell(line, progress);
  }

  /** The sync has ended: who listens hears so, and the line is free. */
  end(line: string, phase: 'done' | 'failed'): void {
    const { tabs } = this.#running.get(line) ?? IDLE;
    this.#running.delete(line);
    for (const listener of this.#listeners.get(line) ?? []) listener({ phase, tabs });
  }

  #tell(line: string, progress: SyncProgress) {
    this.#running.set(line, progress);
    for (const listener of this.#listeners.get(line) ?? []) listener(progress);
  }
}

const hubs = new WeakMap<Kysely<Database>, ProgressHub>();

/** The one hub of a server. */
export function progressOf(db: Kysely<Database>): ProgressHub {
  const hub = hubs.get(db) ?? new ProgressHub();
  hubs.set(db, hub);
  return hub;
}

/** Where nobody follows. */
export const untold: ProgressTeller = { planned: () => undefined, reading: () => undefined, done: () => undefined };
