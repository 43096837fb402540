import { cities, type Row, statuses } from './createRows';

/** Rows of every page. */
export const PAGE = 100;

/** A page of rows with a value, from an offset on. */
export interface Equality {
  readonly column: 'city' | 'status';
  readonly value: string;
  readonly offset: number;
}

/** Rows of a price range. */
export interface Range {
  readonly low: number;
  readonly high: number;
}

/** Queries to all servers, in this order; none is repeated before the end of the list. */
export interface Questions {
  /** The page that is requested again and again. */
  readonly samePage: number;
  /** Indexes of rows that are requested one by one. */
  readonly places: readonly number[];
  readonly deepPages: readonly number[];
  readonly equalities: readonly Equality[];
  readonly ranges: readonly Range[];
}

/** Stride that visits every index below any round number once. */
const STRIDE = 7919;

const strided = (from: number, count: number, start: number): number[] =>
  Array.from({ length: count }, (_, index) => from + ((start - from + index * STRIDE) % count));

/** Lists offsets with every value in turn, as long as full pages are left. */
function equalitiesOf(rows: readonly Row[]): Equality[] {
  const hits = new Map<string, number>();
  for (const { city, status } of rows) {
    if (city !== null) hits.set(city, (hits.get(city) ?? 0) + 1);
    hits.set(status, (hits.get(status) ?? 0) + 1);
  }
  const values: Omit<Equality, 'offset'>[] = [
    ...cities.map((value) => ({ column: 'city' as const, value })),
    ...statuses.map((value) => ({ column: 'status' as const, value })),
  ];
  const most = Math.max(...hits.values()) - PAGE;
  return Array.from({ length: most }, (_, offset) =>
    values.filter(({ value }) => (hits.get(value) ?? 0) - PAGE > offset).map((each) => ({ ...each, offset })),
  ).flat();
}

/** Lists ranges between a third and two thirds of all prices, each with other bounds. */
const rangesOf = (count: number): Range[] =>
  Array.from({ length: count }, (_, index) => ({
    low: 400 - ((index * STRIDE) % 15_013) / 100,
    high: 600 + ((index * STRIDE) % 20_011) / 100,
  }));

export function questionsOf(rows: readonly Row[]): Questions {
  const { length } = rows;
  return {
    samePage: Math.floor(length / 2000) * PAGE,
    places: strided(0, length, Math.floor(length / 2)),
    deepPages: strided(Math.floor(length / 10), Math.floor(length * 0.9) - PAGE, Math.floor(length / 2)),
    equalities: equalitiesOf(rows),
    ranges: rangesOf(250_000),
  };
}

const byDateDescending = (a: Row, b: Row) => (a.date < b.date ? 1 : a.date > b.date ? -1 : 0);

/** Computes the expected responses in the plain way. */
export const answersTo = {
  page: (rows: readonly Row[], offset: number) => rows.slice(offset, offset + PAGE),
  equality: (rows: readonly Row[], { column, value, offset }: Equality) =>
    rows.filter((row) => row[column] === value).slice(offset, offset + PAGE),
  range: (rows: readonly Row[], { low, high }: Range) =>
    rows
      .filter(({ price }) => price >= low && price <= high)
      .sort(byDateDescending)
      .slice(0, PAGE),
} as const;
