/** Things that are asked alike often: so many of them, each so many times a second. */
export interface Band {
  readonly things: number;
  readonly rate: number;
}

/** Ranks of a band grow by this share. */
const STEP = 1.03;

/** How often things are asked by Zipf's law, in bands of neighbouring ranks. @param total requests a second for all */
export function zipfBands(things: number, skew: number, total: number): Band[] {
  const ranks: { count: number; weight: number }[] = [];
  for (let from = 1; from <= things;) {
    const to = Math.min(things, Math.max(from, Math.floor(from * STEP)));
    const middle = Math.sqrt(from * to);
    ranks.push({ count: to - from + 1, weight: middle ** -skew });
    from = to + 1;
  }
  const sum = ranks.reduce((all, { count, weight }) => all + count * weight, 0);
  return ranks.map(({ count, weight }) => ({ things: count, rate: (total * weight) / sum }));
}

/** How many different things are asked within so many seconds, when requests come at random. */
export const distinctWithin = (bands: readonly Band[], seconds: number): number =>
  bands.reduce((sum, { things, rate }) => sum + things * -Math.expm1(-rate * seconds), 0);

/**
 * The share of requests that find their thing in a memory for so many of them, where the one not asked for the longest goes
 * first (Che's approximation: each thing stays for the same time after it was asked).
 */
export function hitShare(bands: readonly Band[], room: number): number {
  const all = bands.reduce((sum, { things }) => sum + things, 0);
  if (room >= all) return 1;
  let short = 1e-9;
  let long = 1e12;
  for (let step = 0; step < 60; step += 1) {
    const middle = Math.sqrt(short * long);
    if (distinctWithin(bands, middle) > room) long = middle;
    else short = middle;
  }
  const total = bands.reduce((sum, { things, rate }) => sum + things * rate, 0);
  return bands.reduce((sum, { things, rate }) => sum + things * rate * -Math.expm1(-rate * short), 0) / total;
}
