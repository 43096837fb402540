import fc from 'fast-check';

/** How long, or how often, something is tried. */
export interface Limits {
  readonly seed: number;
  readonly milliseconds?: number;
  readonly runs?: number;
  /** Is told of each input before it is tried. */
  readonly beat?: (input: string) => void;
}

/** An input that breaks something, made as small as could be. */
export interface Found {
  readonly input: string;
  readonly why: string;
}

/** What a search has come to. */
export interface Searched {
  readonly runs: number;
  readonly found?: Found;
}

/** Something that is given inputs nobody would think of. */
export interface Target {
  readonly name: string;
  search(limits: Limits): Promise<Searched>;
  /** Tries one input again. @throws where it still breaks something */
  replay(input: string): Promise<void>;
  close(): Promise<void>;
}

/** What a target is made of. */
export interface TargetParts<T> {
  readonly name: string;
  readonly inputs: fc.Arbitrary<T>;
  /** @throws where an input does harm; refusing it is right */
  readonly check: (input: T) => Promise<void> | void;
  /** Inputs as text, to be kept; JSON when not given. */
  readonly text?: { readonly of: (input: T) => string; readonly from: (text: string) => T };
  readonly close?: () => Promise<void>;
}

const whyOf = (error: unknown) => (error instanceof Error ? (error.stack ?? error.message) : String(error));

/** Makes a target of its inputs and what has to hold for each of them. */
export function targetOf<T>({ name, inputs, check, text, close }: TargetParts<T>): Target {
  const { of, from } = text ?? {
    of: (input: T) => JSON.stringify(input),
    from: (kept: string) => JSON.parse(kept) as T,
  };
  return {
    name,
    async search({ seed, milliseconds, runs, beat }) {
      const property = fc.asyncProperty(inputs, async (input) => {
        beat?.(of(input));
        await check(input);
      });
      const limits = milliseconds === undefined ? {} : { interruptAfterTimeLimit: milliseconds };
      const details = await fc.check(property, { seed, numRuns: runs ?? Number.MAX_SAFE_INTEGER, ...limits });
      if (!details.failed || details.counterexample === null) return { runs: details.numRuns };
      const [input] = details.counterexample;
      return { runs: details.numRuns, found: { input: of(input), why: whyOf(details.errorInstance) } };
    },
    replay: async (kept) => check(from(kept)),
    close: async () => close?.(),
  };
}
