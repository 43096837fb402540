import { createRowIds } from '../workbook/rowIds';
import type { LoggedWrite, TabCommit } from './logStore';
import type { Waiting } from './waiting';
import {
  goneIdsOf,
  loggedChangeOf,
  NotSettled,
  type PlannedWrite,
  rowChangeOf,
  rowsDeltaOf,
  touchedIdsOf,
  type Work,
} from './work';

/** A write that was worked out, and is to be committed. */
export interface Ready {
  readonly waiting: Waiting;
  readonly planned: PlannedWrite;
}

const newId = createRowIds();

/** Writes to one tab that are committed together. */
export class TabGroup {
  readonly ready: Ready[] = [];
  readonly #touched = new Set<string>();
  readonly #keys = new Set<string>();
  readonly #lastRow: number;

  constructor(readonly opened: Waiting['opened']) {
    this.#lastRow = opened.state.lastRow;
  }

  /** Whether a write can be worked out now, or has to see on disk what others of this group do. */
  takes({ work, keep }: Waiting): boolean {
    if (keep !== undefined && this.#keys.has(`${keep.caller} ${keep.key}`)) return false;
    return !work.needsAll || this.#touched.size === 0;
  }

  /**
   * Works a write out; throws what it throws, and then nothing of it is done.
   *
   * @returns false when it has to see on disk what others of this group do
   */
  add(waiting: Waiting): boolean {
    const planned = this.#plan(waiting.work);
    if (planned === undefined) return false;
    for (const id of touchedIdsOf(planned.rows)) this.#touched.add(id);
    if (waiting.keep !== undefined) this.#keys.add(`${waiting.keep.caller} ${waiting.keep.key}`);
    this.ready.push({ waiting, planned });
    return true;
  }

  commit(): TabCommit {
    const { tabId, state } = this.opened;
    const { snapshot, sequence } = state;
    return { tabId, snapshot, sequence, writes: this.ready.map(loggedWriteOf) };
  }

  /** What the served copy has to follow. */
  changes() {
    return this.ready.flatMap(({ planned }) => planned.rows.map(rowChangeOf));
  }

  /** Forgets the numbers of rows that came to nothing. */
  undo(): void {
    this.opened.state.lastRow = this.#lastRow;
  }

  #plan(work: Work): PlannedWrite | undefined {
    const { served, state } = this.opened;
    let lastRow = state.lastRow;
    const settle = (id: string) => {
      if (this.#touched.has(id)) throw new NotSettled();
    };
    try {
      const planned = work.plan({ view: served.view(), state, newRow: () => (lastRow += 1), newId, settle });
      state.lastRow = lastRow;
      return planned;
    } catch (error) {
      if (error instanceof NotSettled) return undefined;
      throw error;
    }
  }
}

function loggedWriteOf({ waiting: { keep, answer }, planned }: Ready): LoggedWrite {
  return {
    changes: planned.rows.map(loggedChangeOf),
    rowsDelta: rowsDeltaOf(planned.rows),
    gone: goneIdsOf(planned.rows),
    keep: keep && { ...keep, answer: (revision) => answer(planned, revision) },
  };
}
