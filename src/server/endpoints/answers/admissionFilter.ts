/** Slots for what was asked. */
const SLOTS = 1 << 14;

/** New questions after which all are forgotten: an answer that comes back later than that would not be kept so long anyway. */
const MOST = SLOTS / 2;

function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
}

/**
 * Which answers a full cache admits: those to questions that have been asked lately. An answer that is needed once would push out
 * one that is needed again. The filter forgets the older of two questions that share a slot, and may, very rarely, take a new one
 * for one it has seen.
 */
export class AdmissionFilter {
  readonly #seen = new Uint32Array(SLOTS);
  #added = 0;

  /** Whether a question has been asked before; from now on it has. */
  hasSeen(question: string): boolean {
    const hash = hashOf(question);
    const slot = hash & (SLOTS - 1);
    if (this.#seen[slot] === hash) return true;
    this.#added += 1;
    if (this.#added > MOST) this.#forget();
    this.#seen[slot] = hash;
    return false;
  }

  #forget() {
    this.#seen.fill(0);
    this.#added = 1;
  }
}
