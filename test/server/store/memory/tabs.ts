import type { CellValue } from '../../../../src/contract/rows';
import type { Condition, Grouping, TabView } from '../../../../src/server/store/memory/engine';
import { loadServedTab } from '../../../../src/server/store/memory/storedTab';
import type { PackedRow } from '../../../../src/server/normalise/packedRows';
import { createRandom } from './generated/random';
import { columnOf, packRows } from './generated/tabs';

export const MEBIBYTE = 1024 * 1024;

/** Packs rows of texts. */
export const packTexts = (keys: readonly string[], rows: readonly PackedRow[]): Promise<Buffer> =>
  packRows(
    keys.map((key) => columnOf(key)),
    rows,
  );

export const loadTexts = async (keys: readonly string[], rows: readonly PackedRow[]) =>
  loadServedTab(await packTexts(keys, rows), { maxBytes: 64 * MEBIBYTE });

/** Creates rows with a text and a number. */
export const manyRows = (count: number): PackedRow[] => {
  const random = createRandom(3);
  return Array.from({ length: count }, (_, n) => [`r_${n}`, n + 2, `text ${random(1000)}`, random(50)]);
};

export const parsed = (data: Buffer) => JSON.parse(`[${data.toString()}]`) as Record<string, CellValue>[];

/** Returns the JSON of all rows of a view. */
export const allOf = (view: TabView): Buffer => view.writeRows(view.all({}));

/** Returns the cells of each group. */
export function groupsIn(view: TabView, grouping: Grouping, where?: Condition): CellValue[][] {
  const groups = view.group(grouping, where);
  const places = Array.from({ length: grouping.by.length + grouping.aggregates.length }, (_, at) => at);
  return Array.from({ length: groups.count }, (_, group) => places.map((at) => groups.cell(group, at)));
}
