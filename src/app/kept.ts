/**
 * What somebody had typed and not saved when their session ended. It is outside the state, which holds nothing of anybody who is
 * signed out, and in this page alone: closing it forgets everything. Never put secrets here.
 */
export interface Kept {
  /** @param place names what was typed, for example `settings` */
  readonly put: (personId: string, place: string, typed: unknown) => void;
  /** Hands it back once, to the same person only; undefined where there is nothing. */
  readonly take: (personId: string, place: string) => unknown;
}

export function createKept(): Kept {
  const kept = new Map<string, unknown>();
  const nameOf = (personId: string, place: string) => JSON.stringify([personId, place]);
  return {
    put: (personId, place, typed) => void kept.set(nameOf(personId, place), typed),
    take(personId, place) {
      const name = nameOf(personId, place);
      const typed = kept.get(name);
      kept.delete(name);
      return typed;
    },
  };
}
