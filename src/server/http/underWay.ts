/** Requests under way at most; what a door answers is over at once. */
const MOST = 1_000;

/** While this part of them is under way, nobody has more than the part that is {@link SHARE}. */
const CROWDED = 1 / 2;
const SHARE = 1 / 4;

/** The requests that are being answered, or wait for it, and whose they are. */
export class UnderWay {
  #count = 0;
  readonly #ofName = new Map<string, number>();

  constructor(private readonly most = MOST) {}

  get count(): number {
    return this.#count;
  }

  /** Whether there may be one more. */
  hasRoom(name: string): boolean {
    if (this.#count >= this.most) return false;
    return this.#count < this.most * CROWDED || (this.#ofName.get(name) ?? 0) < this.most * SHARE;
  }

  /** Counts one more. @returns how it leaves, once */
  enter(name: string): () => void {
    this.#count += 1;
    this.#ofName.set(name, (this.#ofName.get(name) ?? 0) + 1);
    return () => this.#leave(name);
  }

  #leave(name: string) {
    this.#count -= 1;
    const left = (this.#ofName.get(name) ?? 0) - 1;
    if (left > 0) this.#ofName.set(name, left);
    else this.#ofName.delete(name);
  }
}
