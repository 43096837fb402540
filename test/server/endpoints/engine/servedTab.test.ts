import type { CellValue, Column } from '../../../../src/contract/rows';
import type { ServedTab } from '../../../../src/server/endpoints/engine/engine';
import { loadServedTab } from '../../../../src/server/endpoints/engine/servedTab';
import { createPackedRows, type PackedRow } from '../../../../src/server/normalise/packedRows';

const MEBIBYTE = 1024 * 1024;

const column = (key: string): Column => ({
  key,
  header: key,
  slug: key,
  type: 'text',
  nullable: true,
  unique: false,
  examples: [],
  cell: 'A1',
});

function pack(keys: readonly string[], rows: readonly PackedRow[]) {
  const packed = createPackedRows();
  for (const row of rows) packed.add(row);
  return packed.finish({ columns: keys.map(column), rows: rows.length });
}

/** Small, seeded and repeatable (mulberry32). */
function createRandom(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

const texts = ['', 'a', 'Ørsted', '漢字', '"quoted"\n', '\ud800', '👩‍🚀', '\u2028', '1', 'true', 'x'.repeat(300)];

function randomRows(count: number, columns: number, seed: number): PackedRow[] {
  const random = createRandom(seed);
  const value = (): CellValue => {
    const kind = random(5);
    if (kind === 0) return null;
    if (kind === 1) return random(3);
    if (kind === 2) return random(2) === 0;
    return texts[random(texts.length)] ?? null;
  };
  return Array.from({ length: count }, (_, n) => [`r_${n}`, n + 2, ...Array.from({ length: columns }, value)]);
}

const asObject = (keys: readonly string[], [id, , ...values]: PackedRow) =>
  Object.fromEntries([['_id', id], ...keys.map((key, at) => [key, values[at] ?? null])]);

const parsed = (data: Buffer) => JSON.parse(`[${data.toString()}]`) as unknown[];

describe('a served tab answers as an array of objects would', () => {
  const keys = ['a', 'b', 'quo"te'];
  const rows = randomRows(5000, keys.length, 42);
  const random = createRandom(7);
  const questions = Array.from({ length: 60 }, () => {
    const filters = Array.from({ length: random(3) }, () => {
      const value = rows[random(rows.length)]?.[2 + random(3)] ?? 'a';
      return { column: random(3), value };
    });
    return { filters, limit: random(3) * 700, offset: random(4) * random(900) };
  });

  let tab: ServedTab;

  beforeAll(async () => {
    tab = await loadServedTab(pack(keys, rows), 64 * MEBIBYTE);
  });

  test.each(questions)('%j', async ({ filters, limit, offset }) => {
    const matching = rows.filter((row) => filters.every((filter) => row[2 + filter.column] === filter.value));
    const page = matching.slice(offset, offset + limit).map((row) => asObject(keys, row));
    const answer = await tab.select({ filters, limit, offset });
    expect([answer.total, answer.count]).toEqual([matching.length, page.length]);
    expect(parsed(answer.data)).toEqual(page);
  });
});

test('rows are found by their id, once, never, or as often as they have it', async () => {
  const tab = await loadServedTab(
    pack(
      ['a'],
      [
        ['x', 2, 1],
        ['y', 3, 2],
        ['x', 9, 3],
        ['__proto__', 10, 4],
      ],
    ),
    MEBIBYTE,
  );
  expect((await tab.find('y')).map(({ row, data }) => [row, data.toString()])).toEqual([[3, '{"_id":"y","a":2}']]);
  expect((await tab.find('x')).map(({ row }) => row)).toEqual([2, 9]);
  expect((await tab.find('__proto__')).map(({ row }) => row)).toEqual([10]);
  expect(await tab.find('constructor')).toEqual([]);
});

test('a tab without rows answers none', async () => {
  const tab = await loadServedTab(pack(['a'], []), MEBIBYTE);
  expect(await tab.select({ filters: [{ column: 0, value: 'x' }], limit: 10, offset: 0 })).toMatchObject({
    total: 0,
    count: 0,
  });
  expect((await tab.select({ filters: [], limit: 10, offset: 0 })).data.toString()).toBe('');
});

test('rows larger than a block of memory are whole', async () => {
  const long = 'ä'.repeat(1_500_000);
  const tab = await loadServedTab(
    pack(
      ['a'],
      [
        ['1', 2, 's'],
        ['2', 3, long],
        ['3', 4, 't'],
        ['4', 5, long],
      ],
    ),
    64 * MEBIBYTE,
  );
  const { data } = await tab.select({ filters: [], limit: 10, offset: 0 });
  expect(parsed(data).map((row) => (row as { a: string }).a.length)).toEqual([1, 1_500_000, 1, 1_500_000]);
});

test('what does not fit into memory is refused with a sentence', async () => {
  const packed = pack(['a'], randomRows(20_000, 1, 1));
  await expect(loadServedTab(packed, MEBIBYTE)).rejects.toMatchObject({
    code: 'too_large',
    detail: 'This sheet takes more than 1 MB of memory, the most this server keeps for one.',
  });
});

test('others get their turn while a tab is loaded and searched', async () => {
  const packed = pack(['a', 'b'], randomRows(60_000, 2, 3));
  let turns = 0;
  let ended = false;
  const count = () => {
    turns += 1;
    if (!ended) setImmediate(count);
  };
  setImmediate(count);
  await loadServedTab(packed, 64 * MEBIBYTE);
  ended = true;
  expect(turns).toBeGreaterThan(5);
});
