/** From how much work on the engine goes about it in another way. What is answered is the same. */
export interface Tuning {
  /**
   * Rows up to which they are listed by their values at once, when that is first wanted; above, in small steps, and rows are
   * scanned meanwhile.
   */
  readonly rowsAtOnce: number;
  /** Rows up to which they are sorted by a number at once. */
  readonly sortedAtOnce: number;
  /** Different texts up to which they are sorted or folded at once. */
  readonly textsAtOnce: number;
  /** Rows up to which texts are looked for, and groups are made, at once. */
  readonly scannedAtOnce: number;
  /** Pages asked for in the order of an index before the rows are copied in that order. */
  readonly asksBeforeCopy: number;
  /** Bytes of all such copies of a tab at most. */
  readonly copiesMost: number;
  /** Bytes at most of a tab's values once more in the orders of indexes: of numbers, and of codes. */
  readonly alignedMost: number;
  /** Rows written since the indexes were built, from which on they are built anew: at least, and as a share of all rows. */
  readonly leastTail: number;
  readonly mostTail: number;
  readonly tailShare: number;
  /** For how many times as long as that took it is not done again. */
  readonly rest: number;
}

export const usualTuning: Tuning = {
  rowsAtOnce: 200_000,
  sortedAtOnce: 20_000,
  textsAtOnce: 5_000,
  scannedAtOnce: 200_000,
  asksBeforeCopy: 200,
  copiesMost: 64 * 1024 * 1024,
  alignedMost: 16 * 1024 * 1024,
  leastTail: 1_024,
  mostTail: 16_384,
  tailShare: 1 / 32,
  rest: 20,
};
