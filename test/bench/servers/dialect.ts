import type { RequestSet } from '../load/job';
import type { Row } from '../rows/createRows';
import { answersTo, type Equality, PAGE, type Questions, type Range } from '../rows/questions';
import { type Asked, type Kind, reading, type Target, unchanged } from './target';

/** Paths of each query in the API of a server. */
export interface Dialect {
  readonly allRows: string;
  /** @param place index of the row among all rows, from 0 */
  readonly row: (place: number) => string;
  readonly page: (offset: number) => string;
  readonly equality: (equality: Equality) => string;
  readonly range: (range: Range) => string;
  readonly append: { readonly path: string; readonly body: string };
  /** Whether the API counts pages: an offset then means its page. */
  readonly countsPages: boolean;
  /** Headers of every request, for example a key. */
  readonly headers: Readonly<Record<string, string>>;
  /** Whether rows can also be read without these headers. */
  readonly isOpen: boolean;
}

/** Returns the number of the page of an offset, from 1. */
export const pageNumber = (offset: number): number => Math.floor(offset / PAGE) + 1;

type Reader = (dialect: Dialect, rows: readonly Row[], questions: Questions) => { paths: string[]; expected: Row[] };

const first = <T>(list: readonly T[]): T => {
  const [one] = list;
  if (one === undefined) throw new Error('There are too few rows to ask for.');
  return one;
};

const pageOf = (rows: readonly Row[], { countsPages }: Dialect, offset: number) =>
  answersTo.page(rows, countsPages ? (pageNumber(offset) - 1) * PAGE : offset);

const row: Reader = (dialect, rows, { places }) => ({
  paths: places.map((place) => dialect.row(place)),
  expected: rows.slice(first(places), first(places) + 1),
});

const readers: Readonly<Record<Exclude<Kind, 'append' | 'unchanged' | 'anyBytes'>, Reader>> = {
  samePage: (dialect, rows, { samePage }) => ({
    paths: [dialect.page(samePage)],
    expected: pageOf(rows, dialect, samePage),
  }),
  allRows: (dialect, rows) => ({ paths: [dialect.allRows], expected: [...rows] }),
  rowById: row,
  rowWithoutKey: row,
  deepPage: (dialect, rows, { deepPages }) => ({
    paths: deepPages.map((offset) => dialect.page(offset)),
    expected: pageOf(rows, dialect, first(deepPages)),
  }),
  equality: (dialect, rows, { equalities }) => ({
    paths: equalities.map((equality) => dialect.equality(equality)),
    expected: answersTo.equality(rows, first(equalities)),
  }),
  range: (dialect, rows, { ranges }) => ({
    paths: ranges.map((range) => dialect.range(range)),
    expected: answersTo.range(rows, first(ranges)),
  }),
};

const appending = ({ append, headers }: Dialect): RequestSet => ({
  method: 'POST',
  paths: [append.path],
  headers: { ...headers, 'Content-Type': 'application/json' },
  body: append.body,
  status: 201,
});

/** Describes a server by its API. */
export function targetIn(
  dialect: Dialect,
  { name, port, pid }: Pick<Target, 'name' | 'port' | 'pid'>,
  rows: readonly Row[],
  questions: Questions,
): Target {
  const ask = async (kind: Kind): Promise<Asked | undefined> => {
    if (kind === 'append') return { set: appending(dialect) };
    if (kind === 'anyBytes' || (kind === 'rowWithoutKey' && !dialect.isOpen)) return undefined;
    const reader = readers[kind === 'unchanged' ? 'samePage' : kind];
    const { paths, expected } = reader(dialect, rows, questions);
    const set = reading(paths, kind === 'rowWithoutKey' ? {} : dialect.headers);
    if (kind !== 'unchanged') return { set, expected };
    const tagged = await unchanged(port, set);
    return tagged && { set: tagged };
  };
  return { name, port, pid, ask };
}
