import { createPackedRaw, readRawHead, readRawRows } from '../../workbook/packedRaw';
import type { RawCell, RawRow, RawTabHead } from '../../workbook/rawTab';
import { movedFormats } from '../../workbook/shown/cellFormats';
import { shiftedMerges } from './shiftedMerges';

/** What happens to whole rows or columns. `at` is the first of them, 1-based. */
export interface Reshape {
  readonly kind: 'insertRows' | 'deleteRows' | 'insertColumns' | 'deleteColumns';
  readonly at: number;
  readonly count: number;
}

/** A tab after it was reshaped. */
export interface Reshaped {
  readonly raw: Buffer;
  /** What was removed, as a packed raw tab of nothing else: rows counted from 1, or the removed cells of each row. */
  readonly removed: Buffer;
}

/** A row after the change, and what of it was removed. */
interface Fate {
  readonly kept?: RawRow;
  readonly removed?: RawRow;
}

function withoutEnd(cells: RawCell[]): RawCell[] {
  while (cells.length > 0 && (cells.at(-1) ?? null) === null) cells.pop();
  return cells;
}

const blanks = (count: number): RawCell[] => Array.from({ length: count }, () => null);

/** The cells with others put in before a 0-based column. */
function inserted(cells: readonly RawCell[], at: number, others: readonly RawCell[]): RawCell[] {
  const before = [...cells.slice(0, at), ...blanks(Math.max(0, at - cells.length))];
  return withoutEnd([...before, ...others, ...cells.slice(at)]);
}

type FateOf = (row: RawRow, reshape: Reshape, restored: ReadonlyMap<string, RawRow>) => Fate;

const fates: Readonly<Record<Reshape['kind'], FateOf>> = {
  insertRows: (row, { at, count }) => ({ kept: row.row < at ? row : { ...row, row: row.row + count } }),
  deleteRows: (row, { at, count }) => {
    if (row.row < at) return { kept: row };
    return row.row < at + count
      ? { removed: { ...row, row: row.row - at + 1 } }
      : { kept: { ...row, row: row.row - count } };
  },
  insertColumns: (row, { at, count }, restored) => {
    const back = restored.get(row.id)?.cells ?? [];
    const put = [...back, ...blanks(count - back.length)].slice(0, count);
    return { kept: { ...row, cells: inserted(row.cells, at - 1, put) } };
  },
  deleteColumns: (row, { at, count }) => {
    const cells = [...row.cells];
    const removed = withoutEnd(cells.splice(at - 1, count));
    return {
      kept: { ...row, cells: withoutEnd(cells) },
      ...(removed.length > 0 && { removed: { ...row, cells: removed } }),
    };
  },
};

const moveOf = ({ kind, at, count }: Reshape) => ({
  isRows: kind === 'insertRows' || kind === 'deleteRows',
  at,
  count: kind === 'deleteRows' || kind === 'deleteColumns' ? -count : count,
});

async function rowsOf(piece: Buffer | undefined): Promise<RawRow[]> {
  const rows: RawRow[] = [];
  if (piece !== undefined) for await (const row of readRawRows(piece)) rows.push(row);
  return rows;
}

/** Rows that come back stand where they are inserted, in the places that they had among those removed. */
function rowsBack(rows: readonly RawRow[], { at, count }: Reshape): RawRow[] {
  return rows.map((row) => ({ ...row, row: at + row.row - 1 })).filter(({ row }) => row < at + count);
}

/** Rows that had nothing but the cells that come back: the tab knows them no more. */
async function blankRowsBack(rows: readonly RawRow[], packedRaw: Buffer, { at }: Reshape): Promise<RawRow[]> {
  const absent = new Map(rows.map((row) => [row.id, row]));
  for await (const { id } of readRawRows(packedRaw)) absent.delete(id);
  return [...absent.values()].map((row) => ({ ...row, cells: inserted([], at - 1, row.cells) }));
}

async function comingBack(rows: readonly RawRow[], packedRaw: Buffer, reshape: Reshape): Promise<RawRow[]> {
  if (reshape.kind === 'insertRows') return rowsBack(rows, reshape);
  return reshape.kind === 'insertColumns' && rows.length > 0 ? blankRowsBack(rows, packedRaw, reshape) : [];
}

/** Rows that lost their last cell to another place stay out of the tab. */
const put = (writer: ReturnType<typeof createPackedRaw>, row: RawRow | undefined) => {
  if (row !== undefined && row.cells.length > 0) writer.add(row);
};

/**
 * Inserts or removes rows or columns of a tab. Every row keeps its id. Runs in a worker thread.
 *
 * @param packedRaw a packed raw tab (`../../workbook/packedRaw.ts`)
 * @param piece what an earlier change has removed, to be put where rows or columns are inserted
 */
export async function reshapeRaw(packedRaw: Buffer, reshape: Reshape, piece?: Buffer): Promise<Reshaped> {
  const head: RawTabHead = await readRawHead(packedRaw);
  const pieceRows = await rowsOf(piece);
  const restored = new Map(pieceRows.map((row) => [row.id, row]));
  const back = await comingBack(pieceRows, packedRaw, reshape);
  const [kept, removed] = [createPackedRaw(), createPackedRaw()];
  for await (const row of readRawRows(packedRaw)) {
    const fate = fates[reshape.kind](row, reshape, restored);
    const number = fate.kept?.row ?? 0;
    while (back[0] !== undefined && back[0].row < number) put(kept, back.shift());
    put(kept, fate.kept);
    put(removed, fate.removed);
  }
  for (const one of back) put(kept, one);
  const { formats } = head;
  const moved = formats && { formats: movedFormats(formats, moveOf(reshape)) };
  return {
    raw: kept.finish({ ...head, merges: shiftedMerges(head.merges, reshape), ...moved }),
    removed: removed.finish({ ...head, merges: [], formats: undefined }),
  };
}
