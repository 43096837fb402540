import type { StoredTab } from './storedTab';

/** Somebody who waits for the first rows, so many of them. */
interface Waiting {
  readonly rows: number;
  readonly resolve: (tab: StoredTab) => void;
}

/**
 * The rows of a tab while it is being loaded, from the first one on: who asks for the first page need not wait for a million others.
 * A tab that is given out stays the same when it is whole.
 */
export class Beginning {
  #waiting: Waiting[] = [];
  /** Rows that others may see. */
  #rows = -1;

  /** The tab, once there are rows of it. */
  tab: StoredTab | undefined;

  /** The tab as soon as its first rows are there, so many of them, or all. It may never be. */
  until(rows: number): Promise<StoredTab> {
    return new Promise((resolve) => {
      this.#waiting.push({ rows, resolve });
      this.#give();
    });
  }

  /** So many rows are there. */
  reached(tab: StoredTab, rows: number): void {
    this.tab = tab;
    this.#rows = rows;
    this.#give();
  }

  /** All rows are there. */
  arrived(tab: StoredTab): void {
    this.reached(tab, Infinity);
  }

  /** What is there is no longer as it is stored: whoever waits now, or asks from now on, waits for all. */
  hide(): void {
    this.#rows = -1;
  }

  #give() {
    const { tab } = this;
    if (tab === undefined) return;
    const waiting = this.#waiting;
    this.#waiting = waiting.filter(({ rows }) => rows > this.#rows);
    for (const { rows, resolve } of waiting) if (rows <= this.#rows) resolve(tab);
  }
}
