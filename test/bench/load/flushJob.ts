/** What is brought to the disk, again and again. */
export interface FlushJob {
  /** Written each time. */
  readonly bytes: number;
  /** Milliseconds for which it goes on. */
  readonly duration: number;
}

/** How long it took to write the bytes and to have them on the disk, in milliseconds, and how often that was done. */
export interface Flushes {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
}
