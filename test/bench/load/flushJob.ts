/** A job of repeated writes to the disk. */
export interface FlushJob {
  /** Bytes of each write. */
  readonly bytes: number;
  /** Duration in milliseconds. */
  readonly duration: number;
}

/** Times in milliseconds to write and flush the bytes, and the number of writes. */
export interface Flushes {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
}
