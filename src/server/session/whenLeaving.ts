/** Hooks around the end of an account. */
export interface Leaving {
  readonly beforeDelete: (person: { id: string }) => Promise<void>;
  readonly afterDelete: (person: { id: string }) => Promise<void>;
}

/** Several as one, in the order given. */
export const whenLeaving = (...all: readonly Leaving[]): Leaving => ({
  beforeDelete: async (person) => {
    for (const { beforeDelete } of all) await beforeDelete(person);
  },
  afterDelete: async (person) => {
    for (const { afterDelete } of all) await afterDelete(person);
  },
});
