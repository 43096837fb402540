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
 * Knows what has been asked lately: what nobody asks a second time is not worth keeping, and would push out what is. It forgets
 * the older of two questions that share a slot, and may, very rarely, take a new one for one it knows.
 */
export class Doorkeeper {
  readonly #seen = new Uint32Array(SLOTS);
  #news = 0;

  /** Whether it has been asked before; from now on it has. */
  knows(question: string): boolean {
    const hash = hashOf(question);
    const slot = hash & (SLOTS - 1);
    if (this.#seen[slot] === hash) return true;
    this.#news += 1;
    if (this.#news > MOST) this.#forget();
    this.#seen[slot] = hash;
    return false;
  }

  #forget() {
    this.#seen.fill(0);
    this.#news = 1;
  }
}
