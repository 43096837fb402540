import { limits } from '../../../contract/limits';
import { rowJsonWriter } from '../../normalise/rowJson';
import { Refusal } from '../../refusal';
import type { Steps } from '../../yieldToEventLoop';
import { formerIdOf, type ServedTab } from '../memory/engine';
import { NotSettled, rowsDeltaOf, type RowWrite } from './plannedWrite';

/** Maximum bytes of JSON per character of a text, and per value that is none. */
const CHARACTER_BYTES = 6;
const VALUE_BYTES = 32;

/** Memory of a row and of each of its cells, besides their JSON: indexes and a new entry among the values of the column. */
const ROW_OVERHEAD = 128;
const CELL_OVERHEAD = 64;

const isText = (value: unknown): value is string => typeof value === 'string';

const overheadOf = (row: RowWrite) =>
  row.kind === 'remove' ? 0 : ROW_OVERHEAD + row.values.length * 8 + row.cells.length * CELL_OVERHEAD;

const tooLarge = (detail: string) =>
  new Refusal('too_large', detail, { hint: 'Remove rows that are not needed, or write to another sheet.' });

const tooManyCells = () => tooLarge('A sheet has 10 million cells at most, and these rows do not fit any more.');

const tooMuchMemory = () =>
  tooLarge('A sheet takes 512 MB of memory at most, less on a small server, and these rows do not fit any more.');

/**
 * Room of a tab for the rows of writes that are not committed yet, so that whatever is committed can be loaded again. Rows are
 * measured only when the room is scarce; else a bound of their size does.
 */
export class Room {
  readonly #jsonOf: ReturnType<typeof rowJsonWriter>;
  /** Bytes of a row's JSON without its values. */
  readonly #keyBytes: number;
  #claimed = 0;

  constructor(private readonly served: ServedTab) {
    this.#jsonOf = rowJsonWriter(served.columns);
    this.#keyBytes = Buffer.byteLength(this.#jsonOf('', () => ''));
  }

  /**
   * Claims room for the rows of a write. A write that makes the rows shorter always fits.
   *
   * @param before number of rows before the write
   * @throws Refusal `too_large`; NotSettled if the writes before it have to be committed to know
   */
  *claim(rows: readonly RowWrite[], before: number): Steps<void> {
    const added = rowsDeltaOf(rows);
    if (added > 0 && (before + added) * this.served.columns.length > limits.cellsPerWorkbook) throw tooManyCells();
    let bound = 0;
    for (const row of rows) {
      bound += this.#boundOf(row);
      yield;
    }
    if (this.#claimed + bound <= this.served.room) {
      this.#claimed += bound;
      return;
    }
    if (this.#claimed > 0) throw new NotSettled();
    let json = 0;
    let overhead = 0;
    for (const row of rows) {
      json += this.#growthOf(row);
      overhead += overheadOf(row);
      yield;
    }
    if (json > 0 && json + overhead > this.served.room) throw tooMuchMemory();
    this.#claimed += bound;
  }

  #boundOf(row: RowWrite): number {
    if (row.kind === 'remove') return 0;
    let bytes = this.#keyBytes + overheadOf(row) + row.id.length * CHARACTER_BYTES;
    for (const value of row.values) bytes += isText(value) ? value.length * CHARACTER_BYTES + 2 : VALUE_BYTES;
    return bytes;
  }

  #growthOf(row: RowWrite): number {
    const after = row.kind === 'remove' ? 0 : this.#bytesOf(row);
    if (row.kind === 'append') return after;
    const view = this.served.view();
    const before = view.find(formerIdOf(row)).find((rowIndex) => view.rowNumber(rowIndex) === row.row);
    return before === undefined ? after : after - view.bytes(before);
  }

  #bytesOf({ id, values }: Exclude<RowWrite, { kind: 'remove' }>): number {
    return Buffer.byteLength(this.#jsonOf(id, (at) => JSON.stringify(values[at] ?? null)));
  }
}
