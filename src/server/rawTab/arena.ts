/** Append-only bytes outside the heap. */
export class Arena {
  /** The bytes, and free space after them. When it is full, it is replaced by a longer copy; slices of it stay valid. */
  buffer: Buffer;
  #end = 0;

  /** @param bytes expected length */
  constructor(bytes = 0) {
    this.buffer = Buffer.allocUnsafeSlow(bytes);
  }

  /** Allocated bytes. */
  get bytes(): number {
    return this.buffer.length;
  }

  /** Appended bytes. */
  get length(): number {
    return this.#end;
  }

  /** Appends a copy of bytes. @returns their position */
  append(bytes: Buffer): number {
    const position = this.#end;
    this.#end += bytes.length;
    if (this.#end > this.buffer.length) {
      const longer = Buffer.allocUnsafeSlow(Math.max(this.#end, Math.ceil(this.buffer.length * 1.5)));
      this.buffer.copy(longer, 0, 0, position);
      this.buffer = longer;
    }
    bytes.copy(this.buffer, position);
    return position;
  }
}

/** Returns the array itself if it has the length, otherwise a longer copy. */
export function withCapacity<A extends Uint32Array | Float64Array>(array: A, length: number): A {
  if (length <= array.length) return array;
  const longer = Math.max(length, 64, Math.ceil(array.length * 1.5));
  const copy = array instanceof Uint32Array ? new Uint32Array(longer) : new Float64Array(longer);
  copy.set(array);
  return copy as A;
}
