/** Writes that may wait at the same time; what comes then is refused at once. */
const MOST = 4_096;

/** While so many wait, no tab has more than {@link SHARE} of them. */
const CROWDED = MOST / 2;
const SHARE = MOST / 4;

/** Places in the queue of writes, of which no tab takes all. */
export class WritePlaces {
  #waiting = 0;
  readonly #ofTab = new Map<string, number>();

  /** Takes a place for a write to a tab. @returns false where there is none */
  take(tabId: string): boolean {
    const ofTab = this.#ofTab.get(tabId) ?? 0;
    if (this.#waiting >= MOST || (this.#waiting >= CROWDED && ofTab >= SHARE)) return false;
    this.#waiting += 1;
    this.#ofTab.set(tabId, ofTab + 1);
    return true;
  }

  /** All places are free again, but for those of writes that still wait. */
  reset(tabIds: readonly string[]): void {
    this.#waiting = 0;
    this.#ofTab.clear();
    for (const tabId of tabIds) this.#count(tabId);
  }

  #count(tabId: string) {
    this.#waiting += 1;
    this.#ofTab.set(tabId, (this.#ofTab.get(tabId) ?? 0) + 1);
  }
}
