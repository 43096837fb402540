import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { findHeaderRow, TOP_ROWS, type TopRow } from '../../normalise/headers';
import { isNothing, readCells } from '../../normalise/readCell';
import { openLines } from '../../rawTab/packedLines';
import { rowsInLines } from '../../rawTab/packedRaw';
import type { RawTabHead } from '../../rawTab/rawTab';
import type { RawRow } from '../../rawTab/rawCells';

/** Part of the JSON of each formula, and of nothing else: a quote in a text has a backslash before it. */
const FORMULA = '"formula":"';

/** Successive rows of a tab, compressed. */
interface Block {
  readonly first: number;
  readonly last: number;
  readonly bytes: Buffer;
}

/** A stored tab in memory, in compressed blocks, so that any of its rows can be read at once. */
export interface RawBlocks {
  readonly head: RawTabHead;
  readonly hasFormulas: boolean;
  /** Number of the last row; 0 when there is none. */
  readonly lastRow: number;
  /** Most cells of a row. */
  readonly width: number;
  /** The row that looks like a header row, null when none does. */
  readonly headerRow: number | null;
  /** Bytes held. */
  readonly bytes: number;
  /** The rows from one number to another, both included, in their order. */
  readonly between: (from: number, to: number) => readonly RawRow[];
  /** All rows in their order, some at a time: each time, reading them takes a few milliseconds. */
  readonly all: () => Generator<readonly RawRow[], void, undefined>;
}

const rowsIn = ({ bytes }: Block) => rowsInLines(inflateRawSync(bytes));

function* allRows(blocks: readonly Block[]): Generator<readonly RawRow[], void, undefined> {
  for (const block of blocks) yield rowsIn(block);
}

/** Reads rows of blocks; the last block stays inflated, as pages mostly follow each other. */
function readerOf(blocks: readonly Block[]): RawBlocks['between'] {
  let inflated: { readonly block: Block; readonly rows: readonly RawRow[] } | undefined;
  const rowsOf = (block: Block) => {
    if (inflated?.block !== block) inflated = { block, rows: rowsIn(block) };
    return inflated.rows;
  };
  return (from, to) =>
    blocks
      .filter(({ first, last }) => last >= from && first <= to)
      .flatMap((block) => rowsOf(block).filter(({ row }) => row >= from && row <= to));
}

/** The row that looks like a header row. @param tops the first rows in which anything stands */
function headerRowOf(tops: readonly TopRow[]): number | null {
  const headerAt = findHeaderRow(tops);
  return headerAt === undefined ? null : (tops[headerAt]?.row ?? null);
}

/** Reads a packed raw tab (`../../rawTab/packedRaw.ts`) with turns of the event loop: what comes together is a block. */
export async function readBlocks(packed: Buffer): Promise<RawBlocks> {
  const { head, lines: all } = await openLines<RawTabHead>(packed);
  const blocks: Block[] = [];
  const tops: TopRow[] = [];
  let [lastRow, width, hasFormulas] = [0, 0, false];
  for await (const lines of all) {
    const rows = rowsInLines(lines);
    for (const { row, cells } of rows) {
      [lastRow, width] = [row, Math.max(width, cells.length)];
      if (tops.length >= TOP_ROWS) continue;
      const read = readCells(cells, head);
      if (!read.every(isNothing)) tops.push({ row, cells: read });
    }
    hasFormulas ||= lines.includes(FORMULA);
    blocks.push({ first: rows[0]?.row ?? 0, last: lastRow, bytes: deflateRawSync(lines, { level: 1 }) });
  }
  const former = head.file?.rows.reduce((sum, [, cells]) => sum + 100 * (cells.length + 1), 0) ?? 0;
  const bytes = blocks.reduce((sum, block) => sum + block.bytes.length + 200, 1_000 + former);
  const rows = { between: readerOf(blocks), all: () => allRows(blocks) };
  return { head, hasFormulas, lastRow, width, headerRow: headerRowOf(tops), bytes, ...rows };
}
