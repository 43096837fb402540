import { copyText } from './copyText';
import { createRoom } from './room';
import { runInSteps } from './runInSteps';
import { lengthOfRows } from './storeJson';
import type { Steps } from './steps';
import type { TabStore } from './tabStore';
import type { Tuning } from './tuning';

/** The JSON of rows once more, in the order of an index: rows of one page, scattered otherwise, lie side by side in it. */
export interface RowCopy {
  /** The rows, and behind them room for some of them: see `gathering.ts`. */
  readonly bytes: Buffer;
  /** Where the rows end. */
  readonly end: number;
  /** Where each row begins in it, by its rank in the list; and where the last one ends. */
  readonly starts: Uint32Array;
}

const STEPS = 1 << 12;

/** Bytes of the room behind them at most: enough for nearly every page. */
const MOST_GATHERED = 64 * 1024;

const roomBehind = (bytes: number) => Math.min(MOST_GATHERED, bytes);

/** Copies rows in the order of a list. */
function* buildCopy(store: TabStore, list: Uint32Array, bytes: number): Steps<RowCopy> {
  const room = createRoom(bytes + roomBehind(bytes));
  const starts = new Uint32Array(list.length + 1);
  const { arena, lengths } = store;
  let at = 0;
  for (let n = 0; n < list.length; n += 1) {
    const place = list[n]!;
    const from = store.positions[place]!;
    at = copyText(arena.blockOf(from), arena.wordsOf(from), arena.offsetOf(from), lengths[place]!, room, at);
    starts[n + 1] = at;
    if (n % STEPS === 0) yield;
  }
  return { bytes: room.bytes, end: bytes, starts };
}

/**
 * Copies of a tab's rows in the orders in which pages of them are asked for again and again: to gather a hundred rows from
 * all over the memory takes longer than everything else that is done for an answer. Rows at a place never change, so a copy is
 * good for as long as its index.
 */
export class RowCopies {
  /** How often each list of an index has been asked for. */
  readonly #asked = new Map<Uint32Array, number>();
  readonly #copies = new Map<Uint32Array, RowCopy>();
  #bytes = 0;
  #building: Promise<void> = Promise.resolve();

  constructor(
    private readonly store: TabStore,
    private readonly tuning: Pick<Tuning, 'asksBeforeCopy' | 'copiesMost'>,
  ) {}

  /** Bytes held, or about to be. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Makes a list of places known as one that lasts. */
  add(list: Uint32Array): void {
    this.#asked.set(list, 0);
  }

  /** The copy in the order of a list, where there is one; of a list that is asked for often there will be. */
  of(list: Uint32Array): RowCopy | undefined {
    const copy = this.#copies.get(list);
    if (copy !== undefined) return copy;
    const asked = this.#asked.get(list);
    if (asked === undefined) return undefined;
    this.#asked.set(list, asked + 1);
    if (asked === this.tuning.asksBeforeCopy) this.#copy(list);
    return undefined;
  }

  /** Waits for copies that are being made. */
  ready(): Promise<void> {
    return this.#building;
  }

  #copy(list: Uint32Array): void {
    const ofRows = lengthOfRows(this.store, list, list.length);
    const bytes = ofRows + roomBehind(ofRows) + (list.length + 1) * Uint32Array.BYTES_PER_ELEMENT;
    if (this.#bytes + bytes > this.tuning.copiesMost) return;
    this.#bytes += bytes;
    const make = async () => void this.#copies.set(list, await runInSteps(buildCopy(this.store, list, ofRows)));
    // Where there is no memory for it, rows are gathered as before.
    this.#building = this.#building.then(make).catch(() => void (this.#bytes -= bytes));
  }
}
