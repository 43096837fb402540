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
  readonly #counts = new Map<string, { readonly labels: Labels; value: number; told: number }>();

  /** @param known what may be counted and is asked about: told from 0 on, so that the first one is seen as a growth */
  constructor(
    private readonly name: string,
    private readonly help: string,
    known: readonly Readonly<Record<Label, string>>[] = [],
  ) {
    for (const labels of known) this.#counts.set(JSON.stringify(labels), { labels, value: 0, told: 0 });
  }

  /** Counts so many more. Labels take few values: never anything a caller may choose. */
  add(labels: Readonly<Record<Label, string>>, more = 1): void {
    const key = JSON.stringify(labels);
    const known = this.#counts.get(key);
    if (known === undefined) this.#counts.set(key, { labels, value: more, told: 0 });
    else known.value += more;
  }

  /** What was counted since this was last asked. */
  takeGrowth(): { readonly labels: Labels; readonly more: number }[] {
    const grown = [...this.#counts.values()].filter(({ value, told }) => value > told);
    return grown.map((count) => {
      const more = count.value - count.told;
      count.told = count.value;
      return { labels: count.labels, more };
    });
  }

  family(): Family {
    const samples = [...this.#counts.values()].map(({ labels, value }) => ({ labels, value }));
    return { name: this.name, help: this.help, type: 'counter', samples };
  }
}
