/** A row of the measured spreadsheet. */
export interface Row {
  readonly id: number;
  readonly sku: string;
  readonly name: string;
  readonly city: string | null;
  readonly status: string;
  readonly qty: number;
  readonly price: number;
  readonly active: boolean;
  /** ISO 8601 date without time. */
  readonly date: string;
  readonly note: string | null;
}

export const columns = ['id', 'sku', 'name', 'city', 'status', 'qty', 'price', 'active', 'date', 'note'] as const;

export const cities = [
  'Zürich',
  'Amsterdam',
  'Bogotá',
  'Chennai',
  'Dublin',
  'Gdańsk',
  'Helsinki',
  'İzmir',
  '京都',
  'Lisboa',
  'Malmö',
  'Nairobi',
  'Oslo',
  'Praha',
  'Québec',
  'Reykjavík',
] as const;
export const statuses = ['open', 'paid', 'on hold', 'shipped', 'returned'] as const;

const first = ['Amélie', 'Björn', 'Chidi', 'Dörte', 'Emeka', 'Freya', 'Gaël', 'Hana', 'Ivo', '佳子', 'Karim', 'Łucja'];
const last = ['Aalto', 'Bergström', 'Castaño', 'Dubois', 'Ekberg', 'Fernández', "O'Hara", 'Šimek', 'Tanaka', 'Yıldız'];
const words = ['amber', 'brisk', 'crème', 'delta', 'ember', 'flint', 'grove', 'harbour', 'ivory', 'jasmine', 'kilo'];

const DAY = 86_400_000;
const FIRST_DAY = Date.UTC(2014, 0, 1);

/** Creates a generator of integers below a limit, the same ones in every run: xorshift of 32 bits (Marsaglia, 2003). */
function seeded(seed: number) {
  let state = seed;
  return (below: number): number => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}

type Random = ReturnType<typeof seeded>;

const pick = <T>(random: Random, list: readonly T[]): T => list[random(list.length)] as T;

const note = (random: Random) => Array.from({ length: 2 + random(4) }, () => pick(random, words)).join(' ');

const rowOf = (id: number, random: Random): Row => ({
  id,
  sku: `SKU-${random(1_000_000_000).toString(36).toUpperCase().padStart(6, '0')}`,
  name: `${pick(random, first)} ${pick(random, last)}`,
  city: random(20) === 0 ? null : pick(random, cities),
  status: pick(random, statuses),
  qty: random(1000),
  price: random(100_000) / 100,
  active: random(2) === 0,
  date: new Date(FIRST_DAY + random(4000) * DAY).toISOString().slice(0, 10),
  note: random(5) === 0 ? null : note(random),
});

/** Creates rows of ten columns with texts in many scripts, blank cells, decimals and dates. */
export function createRows(count: number): Row[] {
  const random = seeded(20_260_101);
  return Array.from({ length: count }, (_, index) => rowOf(index + 1, random));
}

/** Returns the row that is appended, without an id for servers that assign one. */
export const appendedWithoutId: Omit<Row, 'id'> = {
  sku: 'SKU-NEW',
  name: 'Nova Řehoř',
  city: 'Zürich',
  status: 'open',
  qty: 1,
  price: 1.5,
  active: true,
  date: '2026-01-01',
  note: 'appended',
};

/** Returns the row that is appended. */
export const appended: Row = { id: 0, ...appendedWithoutId };
