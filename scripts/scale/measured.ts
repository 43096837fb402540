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

/**
 * The cells of one line by the headings of its table, so that a column more moves none of them. Of a heading, what it says
 * in brackets is left out (goals, units).
 * @throws Error where a benchmark has no such line
 */
function lineOf(markdown: string, name: string): (heading: string) => number {
  const lines = markdown.split('\n').map(cellsOf);
  const at = lines.findIndex((cells) => cells[1] === name);
  if (at < 0) throw new Error(`docs/benchmarks.md has no line “${name}”.`);
  const isRule = (cells: string[]) => /^-+:?$/.test(cells[1] ?? '');
  const headings =
    lines[lines.slice(0, at).findLastIndex(isRule) - 1]?.map((cell) => cell.replace(/ \(.*\)$/, '')) ?? [];
  return (heading) => {
    const value = numberOf(lines[at]?.[headings.indexOf(heading)] ?? 'nothing');
    if (Number.isFinite(value)) return value;
    throw new Error(`docs/benchmarks.md has no number “${heading}” in the line “${name}”.`);
  };
}

/** Reads the costs out of the text of `docs/benchmarks.md`. */
export function measuredIn(markdown: string): Measured {
  const rateOf = (name: string) => lineOf(markdown, name)('Tabpoint /s');
  const rates = Object.fromEntries(Object.entries(operations).map(([operation, name]) => [operation, rateOf(name)]));
  const memory = lineOf(markdown, 'Tabpoint');
  const emptyBytes = memory('memory, empty') * MEBIBYTE;
  const bytesPerRow = (memory('rows served') * MEBIBYTE - emptyBytes) / ROWS;
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
