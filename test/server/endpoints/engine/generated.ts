import type { CellValue, Column, ColumnType } from '../../../../src/contract/rows';
import type {
  Aggregate,
  Condition,
  FilterValue,
  Order,
  RowChange,
  TabView,
} from '../../../../src/server/endpoints/engine/engine';
import { createPackedRows } from '../../../../src/server/normalise/packedRows';

/** Numbers from 0 on below another: small, seeded and repeatable (mulberry32). */
export type Random = (below: number) => number;

export function createRandom(seed: number): Random {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

export const pick = <T>(random: Random, list: readonly T[]): T => list[random(list.length)] as T;

export const columnOf = (key: string, type: ColumnType = 'text'): Column => ({
  key,
  header: key,
  slug: key,
  type,
  nullable: true,
  unique: false,
  examples: [],
  cell: 'A1',
});

const texts = [
  'a',
  'A',
  'b',
  'B',
  'ab',
  'aB',
  'Ab',
  'AB',
  'a b',
  'a-b',
  'a_b',
  'a%b',
  'a\\b',
  'ä',
  'Ä',
  'a\u0308',
  'å',
  'Ørsted',
  'ørsted',
  'Zürich',
  'ZURICH',
  'zürich',
  'ß',
  'ss',
  'SS',
  'ΟΔΟΣ',
  'οδος',
  'οδοσ',
  'İ',
  'i',
  'ı',
  'I',
  '漢字',
  '汉字',
  '👩‍🚀',
  '👩',
  '\ud800',
  '\udc00x',
  '"',
  '"quoted"\n',
  'tab\there',
  '\u2028',
  '\u0000',
  '\u007f',
  'a\u007f',
  ' a',
  'a ',
  '1',
  '10',
  '2',
  '-1',
  '1.5',
  'true',
  'null',
  'Item 1',
  'Item 10',
  'Item 2',
  'item 2',
  'customer 0000001',
  'customer 0000002',
  'Customer 0000001',
  'x'.repeat(300),
  "O'Neill",
  'ONeill',
  'co-op',
  'coop',
  'COOP',
  '$5',
  '#1',
  '~',
  'naïve',
  'naive',
  'résumé',
  'resume',
  'é',
  'e\u0301',
  'e',
  'ﬁ',
  'fi',
  'Łódź',
  'Lodz',
  '\u00ad',
  'so\u00adft',
  'soft',
];

const dates = [
  '2009-04-01',
  '2009-04-02',
  '1999-12-31',
  '2024-02-29',
  '2024-02-30',
  '0001-01-01',
  '9999-12-31',
  '2009-13-01',
];

const datetimes = [
  '2009-04-01T00:00:00',
  '2009-04-01T12:30:00',
  '2009-04-01T12:30:00.5',
  '2009-04-01T12:30:00Z',
  '2009-04-01T12:30:00+02:00',
  '2009-04-01T12:30:00+0200',
  '2009-04-01T10:30:00',
  '2009-04-30T23:59:59',
  '1969-12-31T23:59:59',
];

const times = ['00:00:00', '12:30:00', '12:30:00.25', '23:59:59', '100:00:00', '09:05:07'];

const numbers = [
  0, 1, -1, 2, 10, 1.5, -1.5, 0.1, 0.2, 0.3, 1e21, 1e-7, 123456789012345, 12345678901234.5, 9007199254740991, 17.5,
  5e-324,
];

const valueOf: Record<ColumnType, (random: Random) => FilterValue> = {
  text: (random) => (random(4) === 0 ? `${pick(random, texts)}${pick(random, texts)}` : pick(random, texts)),
  integer: (random) => random(21) - 10,
  number: (random) => (random(2) === 0 ? pick(random, numbers) : random(100_000) / 100),
  boolean: (random) => random(2) === 0,
  date: (random) =>
    random(2) === 0 ? pick(random, dates) : `20${10 + random(20)}-0${1 + random(9)}-${10 + random(20)}`,
  datetime: (random) => pick(random, datetimes),
  time: (random) => pick(random, times),
};

const types = Object.keys(valueOf) as ColumnType[];

/** What the values of a tab are like. */
export interface Shape {
  readonly columns: readonly Column[];
  /** By column: out of a thousand values, so many are blank or do not fit. */
  readonly blank: readonly number[];
  readonly misfit: readonly number[];
}

export function randomShape(random: Random): Shape {
  const keys = ['a', '2009', 'quo"te', 'ä 漢', '__proto__', 'constructor', 'b_2'].slice(0, 1 + random(7));
  return {
    columns: keys.map((key) => columnOf(key, pick(random, [...types, 'text', 'text', 'text']))),
    blank: keys.map(() => pick(random, [0, 50, 300, 1000])),
    misfit: keys.map(() => pick(random, [0, 0, 0, 30])),
  };
}

export function randomValue(random: Random, { columns, blank, misfit }: Shape, at: number): CellValue {
  if (random(1000) < (blank[at] ?? 0)) return null;
  const type = random(1000) < (misfit[at] ?? 0) ? 'text' : (columns[at]?.type ?? 'text');
  return valueOf[type](random);
}

const randomValues = (random: Random, shape: Shape) => shape.columns.map((_, at) => randomValue(random, shape, at));

const randomId = (random: Random, unique: number) =>
  pick(random, [`r_${unique}`, `r_${unique}`, `r_${unique}`, `r_${unique}`, 'twice', 'é"\\', '__proto__']);

export function randomRows(random: Random, shape: Shape, count: number): RowChange[] {
  let rowNumber = 1;
  return Array.from({ length: count }, (_, n) => {
    rowNumber += 1 + Math.floor(random(10) / 9);
    return { kind: 'append', id: randomId(random, n), rowNumber, values: randomValues(random, shape) };
  });
}

/** Changes to rows that a view has, each row at most once, and new rows behind, before and between them. */
export function randomChanges(random: Random, shape: Shape, view: TabView, count: number): RowChange[] {
  const places = [...view.all({})];
  let last = places.reduce((most, place) => Math.max(most, view.rowNumber(place)), 1);
  return Array.from({ length: count }, (_, n): RowChange => {
    const kind = places.length === 0 ? 'append' : pick(random, ['append', 'update', 'update', 'remove'] as const);
    if (kind === 'append') {
      const isBetween = random(8) === 0;
      const rowNumber = isBetween ? 1 + random(last) : (last += 1);
      // Only ids that are nobody else's may share a number: a row is named by both.
      const id = isBetween ? `between ${view.revision} ${n}` : randomId(random, 10_000 + last);
      return { kind, id, rowNumber, values: randomValues(random, shape) };
    }
    const [place = 0] = places.splice(random(places.length), 1);
    const named = { id: view.id(place), rowNumber: view.rowNumber(place) };
    if (kind === 'remove') return { kind, ...named };
    const isRenamed = random(4) === 0;
    const id = isRenamed ? `renamed ${view.revision} ${n}` : named.id;
    return { kind, id, rowNumber: named.rowNumber, values: randomValues(random, shape), formerId: named.id };
  });
}

/** A value that some row has, or one that could be. */
function someValue(random: Random, shape: Shape, view: TabView, column: number): FilterValue {
  const places = view.all({});
  const value = places.length > 0 && random(4) > 0 ? view.value(pick(random, [...places]), column) : null;
  return value ?? valueOf[random(6) === 0 ? 'text' : (shape.columns[column]?.type ?? 'text')](random);
}

const patterns = [
  '%',
  '_',
  'a%',
  '%b',
  '%a%',
  'a_b',
  'a\\_b',
  'a\\%b',
  '%\\\\%',
  '__',
  '%o%o%',
  '20%-_4-%',
  '1%',
  '',
  '%👩%',
  '_𝒳',
];

function someText(random: Random, shape: Shape, view: TabView, column: number): string {
  const text = [...String(someValue(random, shape, view, column))];
  const start = random(text.length + 1);
  const part = random(3) === 0 ? text.join('') : text.slice(start, start + 1 + random(3)).join('');
  return pick(random, [part, part.toUpperCase(), part.toLowerCase()]);
}

export function randomCondition(random: Random, shape: Shape, view: TabView, depth: number): Condition {
  const column = random(shape.columns.length);
  const value = () => someValue(random, shape, view, column);
  const text = () => someText(random, shape, view, column);
  const part = () => randomCondition(random, shape, view, depth - 1);
  const parts = () => Array.from({ length: random(4) }, part);
  const leaves: readonly (() => Condition)[] = [
    () => ({ kind: 'compare', column, op: 'eq', value: value() }),
    () => ({ kind: 'compare', column, op: pick(random, ['eq', 'ne', 'gt', 'gte', 'lt', 'lte']), value: value() }),
    () => ({ kind: 'compare', column, op: pick(random, ['gt', 'gte', 'lt', 'lte']), value: value() }),
    () => ({ kind: pick(random, ['in', 'nin']), column, values: Array.from({ length: random(4) }, value) }),
    () => ({ kind: 'between', column, from: value(), to: value() }),
    () => ({ kind: 'text', column, op: pick(random, ['contains', 'startswith', 'endswith']), text: text() }),
    () => ({
      kind: 'text',
      column,
      op: pick(random, ['like', 'ilike']),
      text: pick(random, [text(), `%${text()}%`, pick(random, patterns)]),
    }),
    () => ({ kind: 'blank', column, is: random(2) === 0 }),
    () => ({ kind: 'ids', ids: ['twice', 'no', `r_${random(100)}`, `r_${random(700)}`].slice(random(4)) }),
    () => ({ kind: 'search', text: text(), columns: shape.columns.map((_, at) => at).filter(() => random(3) > 0) }),
  ];
  const kind = depth === 0 ? 3 : random(6);
  if (kind === 0) return { kind: 'not', part: part() };
  if (kind === 1) return { kind: 'or', parts: parts() };
  if (kind === 2) return { kind: 'and', parts: parts() };
  return pick(random, leaves)();
}

export const randomOrder = (random: Random, shape: Shape): Order[] =>
  Array.from({ length: pick(random, [0, 1, 1, 1, 2, 3]) }, () => ({
    column: random(12) === 0 ? ('_row' as const) : random(shape.columns.length),
    descending: random(2) === 0,
  }));

export const randomAggregates = (random: Random, shape: Shape): Aggregate[] =>
  Array.from({ length: random(4) }, () => {
    const fn = pick(random, ['count', 'sum', 'avg', 'min', 'max'] as const);
    return fn === 'count' ? { fn } : { fn, column: random(shape.columns.length) };
  });

/** A view's rows, packed as a sync would pack them. */
export function pack(view: TabView): Buffer {
  const writer = createPackedRows(view.columns);
  for (const place of view.all({})) {
    const values = view.columns.map((_, column) => view.value(place, column));
    writer.add([view.id(place), view.rowNumber(place), ...values]);
  }
  return writer.finish({ columns: view.columns, rows: view.rows });
}
