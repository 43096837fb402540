/** Texts held outside the JavaScript heap, whose size is what a thread is limited by. */
export interface StringArena {
  readonly count: number;
  /** Bytes of all texts. */
  readonly bytes: number;
  add(text: string): void;
  at(index: number): string | undefined;
}

const CHUNK = 1 << 20;

export function createStringArena(): StringArena {
  const chunks: Buffer[] = [];
  let starts = new Float64Array(1024);
  let lengths = new Uint32Array(1024);
  let used = CHUNK;
  let count = 0;
  let bytes = 0;
  /** A text stands in one chunk; one that is larger than a chunk gets one of its own. */
  const room = (length: number) => {
    if (used + length > CHUNK || chunks.length === 0) {
      chunks.push(Buffer.allocUnsafeSlow(Math.max(CHUNK, length)));
      used = 0;
    }
    const start = (chunks.length - 1) * CHUNK + used;
    used += length;
    return start;
  };
  return {
    get count() {
      return count;
    },
    get bytes() {
      return bytes;
    },
    add(text) {
      const length = Buffer.byteLength(text);
      if (count === starts.length) {
        starts = grown(starts, new Float64Array(count * 2));
        lengths = grown(lengths, new Uint32Array(count * 2));
      }
      const start = room(length);
      chunks[chunks.length - 1]?.write(text, start % CHUNK);
      starts[count] = start;
      lengths[count] = length;
      count += 1;
      bytes += length;
    },
    at(index) {
      const start = starts[index];
      if (start === undefined || index >= count) return undefined;
      const from = start % CHUNK;
      return chunks[Math.floor(start / CHUNK)]?.toString('utf8', from, from + (lengths[index] ?? 0));
    },
  };
}

function grown<T extends Float64Array | Uint32Array>(from: T, to: T): T {
  to.set(from);
  return to;
}
