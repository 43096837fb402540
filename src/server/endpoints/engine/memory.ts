/** Keeps values by keys, and lets one go when it is told to. */
export interface Keeper {
  letGo(key: string): void;
}

/** A value that is kept: what it takes, and whose it is. */
export interface Weight {
  readonly keeper: Keeper;
  readonly key: string;
  bytes: number;
  /** Whether it was asked for since it last came to the end of the list. */
  asked: boolean;
}

/**
 * One budget of bytes that any number of keepers share: of all they keep, what was not asked for the longest goes first, whosever
 * it is. Asking changes no order: what was asked for is passed over once when room is made (the clock algorithm), so that a
 * look costs no more than that.
 */
export class Memory {
  readonly #weights = new Set<Weight>();
  #bytes = 0;

  constructor(readonly budget: number) {}

  /** Bytes held. */
  get bytes(): number {
    return this.#bytes;
  }

  add(weight: Weight): void {
    this.#makeRoom(weight.bytes);
    this.#weights.add(weight);
    this.#bytes += weight.bytes;
  }

  remove(weight: Weight): void {
    if (this.#weights.delete(weight)) this.#bytes -= weight.bytes;
  }

  /** Whether a value more may soon push out another. */
  get isFilling(): boolean {
    return this.#bytes > this.budget / 2;
  }

  /** Says that what is kept has grown by so many bytes. */
  grow(bytes: number): void {
    this.#bytes += bytes;
  }

  /** Lets go of what is too much. */
  settle(): void {
    this.#makeRoom(0);
  }

  #makeRoom(bytes: number) {
    for (const weight of this.#weights) {
      if (this.#bytes + bytes <= this.budget) return;
      if (weight.asked) {
        weight.asked = false;
        this.#weights.delete(weight);
        this.#weights.add(weight);
      } else weight.keeper.letGo(weight.key);
    }
  }
}
