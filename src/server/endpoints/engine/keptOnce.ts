import { Lru } from './lru';
import type { Memory } from './memory';

export interface KeptOnceOptions {
  /** Bytes that all of it may take. */
  readonly bytes: number;
  /** How long each is kept. */
  readonly milliseconds: number;
  /** What it shares with others. */
  readonly memory: Memory;
}

/** Values that are wanted once, soon; what nobody takes is let go after a while, or when there is too much. */
export class KeptOnce<V> {
  readonly #kept: Lru<V>;
  readonly #milliseconds: number;

  constructor({ bytes, milliseconds, memory }: KeptOnceOptions) {
    this.#kept = new Lru<V>(bytes, { memory });
    this.#milliseconds = milliseconds;
  }

  put(key: string, value: V, bytes: number): void {
    this.#kept.set(key, value, bytes);
    setTimeout(() => this.#kept.delete(key), this.#milliseconds).unref();
  }

  /** Gives what was put, once. */
  take(key: string): V | undefined {
    const value = this.#kept.get(key);
    this.#kept.delete(key);
    return value;
  }
}
