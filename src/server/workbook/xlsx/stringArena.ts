const CHUNK = 1 << 20;
const BACKSLASH = 0x5c;

/**
 * Texts held by number outside the JavaScript heap, whose size is what a thread is limited by; 2 gigabytes at most. Each stands
 * there as its JSON without the quotes around.
 */
export class StringArena {
  private readonly chunks: Buffer[] = [];
  private starts = new Uint32Array(1024);
  private lengths = new Uint32Array(1024);
  /** Bytes used of the last chunk. */
  private used = CHUNK;
  private total = 0;
  private size = 0;

  /** How many texts there are. */
  get count() {
    return this.size;
  }

  /** Bytes of all texts. */
  get bytes() {
    return this.total;
  }

  add(text: string) {
    const json = Buffer.from(JSON.stringify(text));
    this.addJson(json, 1, json.length - 1);
  }

  /** Adds a text by its JSON. */
  addJson(bytes: Buffer, from: number, to: number) {
    const length = to - from;
    if (this.size === this.starts.length) this.grow();
    const start = this.room(length);
    bytes.copy(this.chunks[this.chunks.length - 1]!, start % CHUNK, from, to);
    this.starts[this.size] = start;
    this.lengths[this.size] = length;
    this.size += 1;
    this.total += length;
  }

  at(index: number): string | undefined {
    if (!Number.isInteger(index) || index < 0 || index >= this.size) return undefined;
    if (this.lengthOf(index) === 0) return '';
    const [chunk, from] = [this.chunkOf(index), this.startOf(index)];
    const text = chunk.toString('utf8', from, from + this.lengthOf(index));
    return chunk.subarray(from, from + this.lengthOf(index)).includes(BACKSLASH)
      ? (JSON.parse(`"${text}"`) as string)
      : text;
  }

  /** The bytes that a text's JSON stands in, from {@link startOf} on, where it is not empty. */
  chunkOf(index: number): Buffer {
    return this.chunks[Math.floor(this.starts[index]! / CHUNK)]!;
  }

  startOf(index: number): number {
    return this.starts[index]! % CHUNK;
  }

  lengthOf(index: number): number {
    return this.lengths[index]!;
  }

  /** A text stands in one chunk; one that is larger than a chunk gets one of its own. */
  private room(length: number) {
    if (this.used + length > CHUNK || this.chunks.length === 0) {
      this.chunks.push(Buffer.allocUnsafeSlow(Math.max(CHUNK, length)));
      this.used = 0;
    }
    const start = (this.chunks.length - 1) * CHUNK + this.used;
    this.used += length;
    return start;
  }

  private grow() {
    const [starts, lengths] = [new Uint32Array(this.size * 2), new Uint32Array(this.size * 2)];
    starts.set(this.starts);
    lengths.set(this.lengths);
    this.starts = starts;
    this.lengths = lengths;
  }
}
