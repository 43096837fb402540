/** Lets work about the same thing happen one after the other; work about different things does not wait. */
export type InLine = <T>(key: string, work: () => Promise<T>) => Promise<T>;

export function createLines(): InLine {
  const tails = new Map<string, Promise<unknown>>();
  return (key, work) => {
    const mine = (tails.get(key) ?? Promise.resolve()).then(work);
    const tail = mine
      .catch(() => undefined)
      .finally(() => {
        if (tails.get(key) === tail) tails.delete(key);
      });
    tails.set(key, tail);
    return mine;
  };
}
