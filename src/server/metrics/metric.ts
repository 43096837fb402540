/** What tells samples of one family apart. */
export type Labels = Readonly<Record<string, string>>;

/** One number. */
export interface Sample {
  /** What follows the family's name, for parts of a histogram. */
  readonly suffix?: '_bucket' | '_sum' | '_count';
  readonly labels?: Labels;
  readonly value: number;
}

/** Numbers of the same kind, under one name. */
export interface Family {
  /** Base units, as Prometheus has them: seconds, bytes, `_total` for what only grows. */
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly samples: readonly Sample[];
}

/** A family of one number that goes up and down. */
export const gauge = (name: string, help: string, value: number): Family => ({
  name,
  help,
  type: 'gauge',
  samples: [{ value }],
});

/** Counts by what the labels say, for things that happen rarely enough to be looked up in a map. */
export class Counter<Label extends string> {
  readonly #counts = new Map<string, { readonly labels: Labels; value: number }>();

  /** @param known what may be counted and is asked about: told from 0 on, so that the first one is seen as a growth */
  constructor(
    private readonly name: string,
    private readonly help: string,
    known: readonly Readonly<Record<Label, string>>[] = [],
  ) {
    for (const labels of known) this.#counts.set(JSON.stringify(labels), { labels, value: 0 });
  }

  /** Counts one more. Labels take few values: never anything a caller may choose. */
  add(labels: Readonly<Record<Label, string>>): void {
    const key = JSON.stringify(labels);
    const known = this.#counts.get(key);
    if (known === undefined) this.#counts.set(key, { labels, value: 1 });
    else known.value += 1;
  }

  family(): Family {
    return { name: this.name, help: this.help, type: 'counter', samples: [...this.#counts.values()] };
  }
}
