import fc from 'fast-check';

/** Duration, or number of inputs. */
export interface Limits {
  readonly seed: number;
  readonly milliseconds?: number;
  readonly runs?: number;
  /** Called with each input before it is tried. */
  readonly beat?: (input: string) => void;
}

/** An input that breaks something, shrunk. */
export interface Found {
  readonly input: string;
  readonly why: string;
}

/** Result of a search. */
export interface Searched {
  readonly runs: number;
  readonly found?: Found;
}

/** A target of unexpected inputs. */
export interface Target {
  readonly name: string;
  search(limits: Limits): Promise<Searched>;
  /** Tries one input again. @throws if it still breaks something */
  replay(input: string): Promise<void>;
  close(): Promise<void>;
}

/** Definition of a target. */
export interface TargetParts<T> {
  readonly name: string;
  readonly inputs: fc.Arbitrary<T>;
  /** @throws if an input does harm; refusing it is right */
  readonly check: (input: T) => Promise<void> | void;
  /** Serializes inputs to store them; JSON by default. */
  readonly text?: { readonly of: (input: T) => string; readonly from: (text: string) => T };
  readonly close?: () => Promise<void>;
}

const whyOf = (error: unknown) => (error instanceof Error ? (error.stack ?? error.message) : String(error));

/** Creates a target of its inputs and their checks. */
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
