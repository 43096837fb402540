import type { PackedRowsHead } from '../../normalise/packedRows';
import { ArenaRows, type RowParts } from './arenaRows';
import type { Room } from './room';

/** The rows of a tab in the form in which they are answered, and what is known of them: what reading its packed rows comes to. */
export interface ReadyRows {
  readonly head: PackedRowsHead;
  readonly parts: RowParts;
  /** Bytes of memory. */
  readonly bytes: number;
}

/** Bytes that may still be taken by rows that are gathered, of one tab or of several. */
export interface GatheringRoom {
  left: number;
}

/** Rows between two looks at how much memory they take. */
const BETWEEN = 256;

/** Gathers rows, where they are written, in the form in which they are answered; only as many as there is room for. */
export class GatheredRows {
  #rows: ArenaRows | undefined = new ArenaRows();

  constructor(private readonly room: GatheringRoom) {}

  /** Adds a row by its JSON. */
  add(written: Room, start: number, end: number, rowNumber: number): void {
    const rows = this.#rows;
    if (rows === undefined) return;
    rows.addUnread(written, start, end, rowNumber);
    if (rows.count % BETWEEN === 0 && rows.bytes > this.room.left) this.#rows = undefined;
  }

  /** Ends the rows. @returns undefined where they were too many, or none */
  end(head: PackedRowsHead): ReadyRows | undefined {
    const rows = this.#rows;
    this.#rows = undefined;
    if (rows === undefined || rows.count === 0 || rows.bytes > this.room.left) return undefined;
    this.room.left -= rows.bytes;
    return { head, parts: rows.parts(), bytes: rows.bytes };
  }
}
