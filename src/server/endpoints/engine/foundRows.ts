import { limits } from '../../../contract/limits';
import type { FoundRows } from './engine';
import { lengthInCopy, writeRowsFrom } from './gathering';
import type { Room } from './room';
import type { RowCopy } from './rowCopies';
import { lengthOfRows, lengthOfRun, writeRowsInto, writeRunInto } from './storeJson';
import type { FoundPage } from './selecting';
import type { TabStore } from './tabStore';

/** Filled anew for each page that is written at once. */
const shared = new Uint32Array(limits.rowsPerPageMost);

/** A list that is good until the next is asked for. */
export const sharedList = (length: number): Uint32Array => (length <= shared.length ? shared : new Uint32Array(length));

/** A list of one's own. */
export const exactList = (length: number): Uint32Array => new Uint32Array(length);

/** Rows wherever they are; what is written ends with a comma that is not counted. */
export class FoundList implements FoundRows {
  readonly bytes: number;

  constructor(
    private readonly store: TabStore,
    private readonly places: Uint32Array,
    readonly count: number,
    readonly total: number,
  ) {
    this.bytes = Math.max(0, lengthOfRows(store, places, count) - 1);
  }

  write(room: Room, at: number): number {
    const { store, places, count } = this;
    return count === 0 ? at : writeRowsInto(store, places, count, room, at) - 1;
  }
}

/** Rows that lie side by side in a copy, or nearly so; what is written ends with a comma that is not counted. */
export class FoundInCopy implements FoundRows {
  readonly bytes: number;
  readonly count: number;
  readonly total: number;
  readonly #rows: Uint32Array;

  constructor(
    private readonly store: TabStore,
    { rows, count, total }: FoundPage,
    private readonly copy: RowCopy,
  ) {
    this.count = count;
    this.total = total;
    this.#rows = rows;
    this.bytes = lengthInCopy(copy, store, rows, count) - 1;
  }

  write(room: Room, at: number): number {
    return writeRowsFrom(this.copy, this.store, this.#rows, this.count, room, at) - 1;
  }
}

/** Rows whose places follow one another. */
export class FoundStretch implements FoundRows {
  readonly bytes: number;

  constructor(
    private readonly store: TabStore,
    private readonly first: number,
    readonly count: number,
    readonly total: number,
  ) {
    this.bytes = lengthOfRun(store, first, count);
  }

  write(room: Room, at: number): number {
    return writeRunInto(this.store, this.first, this.count, room, at);
  }
}
