/** What a request costs on one core, and rows in memory, as `docs/benchmarks.md` has them. */
export interface Measured {
  /** Answers a second of one core. */
  readonly rates: Readonly<Record<Operation, number>>;
  /** Memory of the empty server, in bytes. */
  readonly emptyBytes: number;
  readonly bytesPerRow: number;
}

export const operations = {
  hot: 'the same page of 100 again (32)',
  unchanged: 'unchanged since (304) (32)',
  row: 'a row by id (32)',
  page: 'a deep page of 100, new each time (32)',
  filter: 'equality, 100 rows and total, new (32)',
  sort: 'range and sort, 100 rows, new (32)',
  append: 'append a row, durable (32)',
} as const;
export type Operation = keyof typeof operations;

const MEBIBYTE = 1024 ** 2;

/** Rows that the benchmark's memory is measured with. */
const ROWS = 100_000;

const cellsOf = (line: string) => line.split('|').map((cell) => cell.trim());
const numberOf = (text = '') => Number(text.replace(/[ ,]|MB/g, ''));

/** @throws Error where a benchmark has no such line */
function lineOf(markdown: string, name: string): string[] {
  const found = markdown.split('\n').find((line) => cellsOf(line)[1] === name);
  if (found === undefined) throw new Error(`docs/benchmarks.md has no line “${name}”.`);
  return cellsOf(found);
}

/** Reads the costs out of the text of `docs/benchmarks.md`. */
export function measuredIn(markdown: string): Measured {
  const rateOf = (name: string) => numberOf(lineOf(markdown, name)[3]);
  const rates = Object.fromEntries(Object.entries(operations).map(([operation, name]) => [operation, rateOf(name)]));
  const memory = lineOf(markdown, 'Tabpoint');
  const emptyBytes = numberOf(memory[3]) * MEBIBYTE;
  const bytesPerRow = (numberOf(memory[4]) * MEBIBYTE - emptyBytes) / ROWS;
  return { rates: rates as Record<Operation, number>, emptyBytes, bytesPerRow };
}

/** Costs as they are kept in the document that was worked out of them. */
export const measuredComment = (measured: Measured): string => `<!-- measured: ${JSON.stringify(measured)} -->`;

/** @throws Error where a document keeps none */
export function measuredKeptIn(markdown: string): Measured {
  const [, kept] = /<!-- measured: (.*) -->/.exec(markdown) ?? [];
  if (kept === undefined) throw new Error('docs/scale.md does not say what it was worked out of.');
  return JSON.parse(kept) as Measured;
}
