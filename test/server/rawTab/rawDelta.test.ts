import fc from 'fast-check';
import { readRawHead } from '../../../src/server/rawTab/packedRaw';
import { applyRawDelta, makeRawDelta } from '../../../src/server/rawTab/rawDelta';
import type { RawCell, RawRow } from '../../../src/server/rawTab/rawCells';
import { packRaw, rawRows } from '../../fixtures/workbookFiles';
import { checkProperty } from '../endpoints/generated/holds';

const packed = (title: string, rows: readonly RawRow[]) => packRaw(rows, { title });

const unpacked = async (raw: Buffer) => ({ head: await readRawHead(raw), rows: await rawRows({ raw }) });

const cells = fc.array(
  fc.oneof(
    fc.constantFrom<RawCell>(null, 'Oslo', 'a"b', '],["row":7', 'Zürich\n', 0, -1.5, true),
    fc.record({ kind: fc.constant('number' as const), value: fc.integer(), text: fc.constant('1,0') }),
  ),
  { maxLength: 4 },
);

/** Rows with unique ids and increasing row numbers, some with gaps. */
const tabs = fc
  .uniqueArray(fc.record({ id: fc.nat(30), gap: fc.nat(2), cells, added: fc.boolean() }), {
    selector: ({ id }) => id,
    maxLength: 30,
  })
  .map((rows) => {
    let last = 0;
    return rows.map(({ id, gap, cells: of, added }): RawRow => {
      last += 1 + gap;
      return { id: `r_${id}`, row: last, cells: of, ...(added && { added }) };
    });
  });

test('a tab is restored from an earlier one and the differences', async () => {
  await checkProperty(
    fc.asyncProperty(tabs, tabs, async (rows, earlier) => {
      const [raw, base] = [await packed('Tab', rows), await packed('Former', earlier)];
      const again = await applyRawDelta({ base, delta: await makeRawDelta({ raw, base }) });
      expect(await unpacked(again)).toEqual(await unpacked(raw));
    }),
    60,
  );
});

const many = (count: number, from = 0): RawRow[] =>
  Array.from({ length: count }, (_, n) => ({
    id: `r_${n}`,
    row: n + from + 2,
    cells: [`Café ${n}`, n * 7919, 'Oslo'],
  }));

test.each([
  ['one cell differs', many(5_000), many(5_000).with(500, { id: 'r_500', row: 502, cells: ['x'] })],
  ['a row was inserted above all others', many(5_000), [{ id: 'r_new', row: 2, cells: [1] }, ...many(5_000, 1)]],
  ['a row was inserted above very many', many(70_000), [{ id: 'r_new', row: 2, cells: [1] }, ...many(70_000, 1)]],
  ['a row was removed', many(5_000), many(5_000).filter((_, n) => n !== 7)],
  ['nothing differs', many(5_000), many(5_000)],
])('a difference is small if %s', async (_what, before, after) => {
  const [base, raw] = [await packed('Cafés', before), await packed('Cafés', after)];
  const delta = await makeRawDelta({ raw, base });
  expect(delta.length).toBeLessThan(300);
  expect(await unpacked(await applyRawDelta({ base, delta }))).toEqual(await unpacked(raw));
});
