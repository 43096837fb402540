import { parseArgs } from 'node:util';

/** Options of a run. */
export interface Options {
  readonly rows: number;
  /** Measured rounds of each operation; each includes every server. */
  readonly rounds: number;
  /** Duration of one measurement in milliseconds. */
  readonly duration: number;
  /** Number of repeated starts or imports. */
  readonly repeats: number;
  /** Only operations whose name contains one of these; all if empty. */
  readonly only: readonly string[];
  readonly peers: boolean;
  /** Whether requests have no key, as in a public project. Appends are left out then. */
  readonly isPublic: boolean;
  /** Options of a quick run, which tests the harness; its numbers are meaningless. */
  readonly quick: boolean;
  /** Path of the report. */
  readonly out: string;
}

const HELP = `npm run bench -- [options]

  --quick          one second a measurement, two rounds: to try it out
  --rows N         rows of the spreadsheet (100000)
  --rounds N       rounds of each operation (5)
  --seconds N      of one measurement (2)
  --only TEXT      only operations whose name contains it; can be repeated
  --no-peers       leaves json-server and Soul out
  --public         requests carry no key; appends, which need one, are left out
  --out FILE       where the report goes (test-results/benchmarks.md)
`;

const numberOf = (name: string, text: string | undefined, otherwise: number): number => {
  if (text === undefined) return otherwise;
  const value = Number(text);
  if (!(value > 0)) throw new Error(`--${name} must be a number above 0.`);
  return value;
};

/** @returns undefined after printing the requested help */
export function readOptions(args: readonly string[]): Options | undefined {
  const { values } = parseArgs({
    args: [...args],
    options: {
      help: { type: 'boolean' },
      quick: { type: 'boolean', default: false },
      rows: { type: 'string' },
      rounds: { type: 'string' },
      seconds: { type: 'string' },
      only: { type: 'string', multiple: true, default: [] },
      'no-peers': { type: 'boolean', default: false },
      public: { type: 'boolean', default: false },
      out: { type: 'string' },
    },
  });
  if (values.help === true) {
    process.stdout.write(HELP);
    return undefined;
  }
  const { quick } = values;
  return {
    quick,
    rows: Math.round(numberOf('rows', values.rows, 100_000)),
    rounds: Math.round(numberOf('rounds', values.rounds, quick ? 2 : 5)),
    duration: numberOf('seconds', values.seconds, quick ? 1 : 2) * 1000,
    repeats: quick ? 1 : 3,
    only: values.only,
    peers: !values['no-peers'],
    isPublic: values.public,
    out: values.out ?? 'test-results/benchmarks.md',
  };
}
