/** Places that stand side by side in a list, from one on, before another. */
export interface PlaceRun {
  readonly places: Uint32Array;
  readonly from: number;
  readonly to: number;
}

/** Indexed places that hold a condition, those that have ended among them. */
export interface KnownPlaces extends PlaceRun {
  readonly inSheetOrder: boolean;
}

/** Tells the places that are wanted from the others. */
export interface Picker {
  /** Whether a place is wanted. */
  test(place: number): boolean;
  /**
   * Takes those that are wanted from a list, in its order, into another: the same one too, at its beginning or before.
   *
   * @param at where they go; there is room for all
   * @returns where they end
   */
  pick(places: Uint32Array, from: number, to: number, into: Uint32Array, at: number): number;
  /** The same for the places of one list, where it has what it looks at in their order. */
  along?(list: Uint32Array): RankPicker | undefined;
}

/** Tells the places of one list that are wanted by their ranks, which are their numbers in it. */
export interface RankPicker {
  /**
   * Takes the ranks that are wanted, rising, into a list.
   *
   * @param at where they go; there is room for all
   * @returns where they end
   */
  pick(from: number, to: number, into: Uint32Array, at: number): number;
}

export const NO_PLACES: KnownPlaces = { places: new Uint32Array(0), from: 0, to: 0, inSheetOrder: true };

/** A picker that looks at places one by one. */
export function pickByTest(
  picker: Pick<Picker, 'test'>,
  places: Uint32Array,
  from: number,
  to: number,
  into: Uint32Array,
  at: number,
): number {
  let next = at;
  for (let n = from; n < to; n += 1) {
    const place = places[n]!;
    if (picker.test(place)) into[next++] = place;
  }
  return next;
}

/** Turns the first `count` of places, picked from a list from one rank on and in its order, into their ranks. */
export function ranksOf(list: Uint32Array, from: number, picked: Uint32Array, count: number): void {
  let rank = from;
  for (let n = 0; n < count; n += 1) {
    while (list[rank] !== picked[n]) rank += 1;
    picked[n] = rank++;
  }
}
