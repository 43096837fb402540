/**
 * Holds input that a user had typed and not saved when the session ended. It is outside the state, which is reset at sign-out, and in the
 * memory of this page only: closing the page deletes it. Never put secrets here.
 */
export function createUnsavedInput() {
  const inputs = new Map<string, unknown>();
  const keyOf = (personId: string, place: string) => JSON.stringify([personId, place]);
  return {
    /** Stores input. @param place names the form, for example `settings` */
    put: (personId: string, place: string, input: unknown) => void inputs.set(keyOf(personId, place), input),
    /** Returns the input once, and only to the same user; undefined if there is none. */
    take: (personId: string, place: string): unknown => {
      const key = keyOf(personId, place);
      const input = inputs.get(key);
      inputs.delete(key);
      return input;
    },
  };
}
