/** Numbers from 0 to 1, small, seeded and repeatable (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Draws ranks, 0 first, by Zipf's law. */
export function zipfDraw(things: number, skew: number, random: () => number): () => number {
  const sums = new Float64Array(things);
  let sum = 0;
  for (let rank = 0; rank < things; rank += 1) sums[rank] = sum += (rank + 1) ** -skew;
  return () => {
    const wanted = random() * sum;
    let low = 0;
    let high = things - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sums[middle] ?? 0) < wanted) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}

export interface Simulated {
  readonly nodes: number;
  readonly tabs: number;
  /** Tabs one node has room for. */
  readonly room: number;
  readonly skew: number;
  readonly requests: number;
  /** Whether all requests for a tab go to the same node. */
  readonly byTab: boolean;
  readonly seed: number;
}

/** Lets requests come in one by one to nodes that keep what was asked last. @returns the share that found their tab there */
export function simulatedHits({ nodes, tabs, room, skew, requests, byTab, seed }: Simulated): number {
  const random = randomFrom(seed);
  const draw = zipfDraw(tabs, skew, random);
  const kept = Array.from({ length: nodes }, () => new Set<number>());
  let hits = 0;
  // The first half only fills the memories.
  for (let request = 0; request < requests; request += 1) {
    const tab = draw();
    const node = kept[byTab ? (tab * 7919) % nodes : Math.floor(random() * nodes)] ?? new Set();
    if (node.delete(tab)) hits += request >= requests / 2 ? 1 : 0;
    node.add(tab);
    if (node.size > room)
      for (const oldest of node) {
        node.delete(oldest);
        break;
      }
  }
  return hits / (requests - Math.ceil(requests / 2));
}
