const CHUNK = 1 << 20;

/** Texts held by number outside the JavaScript heap, whose size is what a thread is limited by; 2 gigabytes at most. */
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
    const length = Buffer.byteLength(text);
    if (this.size === this.starts.length) this.grow();
    const start = this.room(length);
    this.chunks[this.chunks.length - 1]?.write(text, start % CHUNK);
    this.starts[this.size] = start;
    this.lengths[this.size] = length;
    this.size += 1;
    this.total += length;
  }

  at(index: number): string | undefined {
    const start = this.starts[index];
    if (start === undefined || index >= this.size) return undefined;
    const length = this.lengths[index] ?? 0;
    if (length === 0) return '';
    const from = start % CHUNK;
    return this.chunks[Math.floor(start / CHUNK)]?.toString('utf8', from, from + length);
  }

  /** A text stands in one chunk; one that is larger than a chunk gets one of its own. */
  private room(length: number) {
    if (this.used + length > CHUNK) {
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
