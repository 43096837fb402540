import fc from 'fast-check';
import { readBlocks } from '../../../../src/server/drive/grid/rawBlocks';
import { reshapeRaw } from '../../../../src/server/drive/grid/changeRaw';
import { readRawHead } from '../../../../src/server/rawTab/packedRaw';
import type { RawTabHead } from '../../../../src/server/rawTab/rawTab';
import type { RawCell, RawRow } from '../../../../src/server/rawTab/rawCells';
import type { Reshape } from '../../../../src/server/rawTab/reshape';
import { packRaw, rawRows } from '../../../fixtures/workbookFiles';
import { checkProperty } from '../../endpoints/generated/holds';

const rowsIn = (raw: Buffer) => rawRows({ raw });

/** A tab of up to twelve rows and six columns, with blank rows and cells in it. */
const tabs = fc
  .array(fc.array(fc.constantFrom<RawCell>(null, 'a', 1, true), { maxLength: 6 }), { maxLength: 12 })
  .map((all) =>
    all.flatMap((cells, at): RawRow[] => {
      const end = cells.findLastIndex((cell) => cell !== null) + 1;
      return end === 0 ? [] : [{ id: `r_${at}`, row: at + 1, cells: cells.slice(0, end) }];
    }),
  );

const lines = fc.record({ at: fc.integer({ min: 1, max: 14 }), count: fc.integer({ min: 1, max: 4 }) });
const lineKinds = fc.constantFrom('Rows' as const, 'Columns' as const);

it('rows and columns that are removed and restored are unchanged', () =>
  checkProperty(
    fc.asyncProperty(tabs, lines, lineKinds, async (rows, line, kind) => {
      const { raw, removed } = await reshapeRaw(await packRaw(rows), { ...line, kind: `delete${kind}` });
      const back = await reshapeRaw(raw, { ...line, kind: `insert${kind}` }, removed);
      expect(await rowsIn(back.raw)).toEqual(rows);
    }),
    25,
  ));

it('inserting and removing again changes nothing', () =>
  checkProperty(
    fc.asyncProperty(tabs, lines, lineKinds, async (rows, line, kind) => {
      const { raw } = await reshapeRaw(await packRaw(rows), { ...line, kind: `insert${kind}` });
      expect(await rowsIn((await reshapeRaw(raw, { ...line, kind: `delete${kind}` })).raw)).toEqual(rows);
    }),
    25,
  ));

it.each<[Reshape['kind'], number, number, RawTabHead['merges'], RawTabHead['merges']]>([
  ['insertRows', 1, 2, [[3, 1, 4, 2]], [[5, 1, 6, 2]]],
  ['insertRows', 4, 1, [[3, 1, 4, 2]], [[3, 1, 5, 2]]],
  ['insertRows', 5, 1, [[3, 1, 4, 2]], [[3, 1, 4, 2]]],
  ['deleteRows', 1, 2, [[3, 1, 4, 2]], [[1, 1, 2, 2]]],
  ['deleteRows', 3, 2, [[3, 1, 4, 2]], []],
  ['deleteRows', 2, 2, [[3, 1, 4, 2]], [[2, 1, 2, 2]]],
  ['deleteRows', 4, 9, [[3, 1, 4, 1]], []],
  ['insertColumns', 2, 1, [[3, 1, 4, 2]], [[3, 1, 4, 3]]],
  ['deleteColumns', 2, 1, [[3, 1, 4, 2]], [[3, 1, 4, 1]]],
  ['deleteColumns', 1, 2, [[3, 1, 4, 2]], []],
])('%s at %i, %i of them: merged cells %j become %j', async (kind, at, count, before, after) => {
  const { raw } = await reshapeRaw(await packRaw([{ id: 'r_1', row: 3, cells: ['a'] }], { merges: before }), {
    kind,
    at,
    count,
  });
  expect((await readRawHead(raw)).merges).toEqual(after);
});

it('any rows of a large tab can be read at once', async () => {
  const rows = Array.from({ length: 20_000 }, (_, at): RawRow => ({
    ...{ id: `r_${at}`, row: 2 * at + 1, cells: [`bean ${at}`, at, 'x'.repeat(at % 50)] },
  }));
  const blocks = await readBlocks(await packRaw(rows));
  expect(blocks).toMatchObject({ lastRow: 39_999, width: 3, head: { typed: true } });
  for (const [from, to] of [
    [1, 1],
    [2, 2],
    [20_000, 20_400],
    [39_990, 50_000],
  ] as const) {
    expect(blocks.between(from, to)).toEqual(rows.filter(({ row }) => row >= from && row <= to));
  }
});
