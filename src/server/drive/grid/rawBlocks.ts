import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { partitionPoint } from '../../lists';
import { findHeaderRow, TOP_ROWS, type TopRow } from '../../normalise/headers';
import { isNothing, readCells } from '../../normalise/readCell';
import { openLines } from '../../rawTab/packedLines';
import { rowsInLines } from '../../rawTab/packedRaw';
import type { RawRow } from '../../rawTab/rawCells';
import type { RawTabHead } from '../../rawTab/rawTab';

/** Part of the JSON of each formula, and of nothing else: quotes inside texts are escaped. */
const FORMULA = '"formula":"';

/** Consecutive rows of a tab, compressed. */
interface Block {
  readonly first: number;
  readonly last: number;
  /** Bytes of its lines, uncompressed. */
  readonly length: number;
  readonly bytes: Buffer;
}

/** Stored tab in memory, in compressed blocks, for random access to its rows. */
export interface RawBlocks {
  readonly head: RawTabHead;
  readonly hasFormulas: boolean;
  /** Number of the last row; 0 if there is none. */
  readonly lastRow: number;
  /** Maximum number of cells in a row. */
  readonly width: number;
  /** Detected header row, null if there is none. */
  readonly headerRow: number | null;
  /** Bytes in memory. */
  readonly bytes: number;
  /** Returns about how many bytes a row has: the average of its block. */
  readonly bytesOf: (row: number) => number;
  /** Returns the rows from one number to another, both inclusive, in order. */
  readonly between: (from: number, to: number) => readonly RawRow[];
  /** Returns all rows in order, block by block; reading a block takes a few milliseconds. */
  readonly all: () => Generator<readonly RawRow[], void, undefined>;
}

const rowsIn = ({ bytes }: Block) => rowsInLines(inflateRawSync(bytes));

function* allRows(blocks: readonly Block[]): Generator<readonly RawRow[], void, undefined> {
  for (const block of blocks) yield rowsIn(block);
}

/** Creates a reader of rows. It caches the last decompressed block, because pages are usually read in sequence. */
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

function averageIn(blocks: readonly Block[], row: number): number {
  const block = blocks[partitionPoint(blocks.length, (n) => blocks[n]!.last < row)];
  return block === undefined || block.first > row ? 0 : block.length / (block.last - block.first + 1);
}

/** Returns the number of the row that looks like a header row. @param topRows the first rows with content */
function headerRowOf(topRows: readonly TopRow[]): number | null {
  const index = findHeaderRow(topRows);
  return index === undefined ? null : (topRows[index]?.row ?? null);
}

/** Estimates the bytes of a tab in memory. */
function memoryOf({ file }: RawTabHead, blocks: readonly Block[]): number {
  let bytes = 1_000;
  for (const block of blocks) bytes += block.bytes.length + 200;
  for (const [, cells] of file?.rows ?? []) bytes += 100 * (cells.length + 1);
  return bytes;
}

/** Reads a packed raw tab (`../../rawTab/packedRaw.ts`), yielding to the event loop; each chunk of lines becomes a block. */
export async function readBlocks(packed: Buffer): Promise<RawBlocks> {
  const { head, lines: chunks } = await openLines<RawTabHead>(packed);
  const blocks: Block[] = [];
  const topRows: TopRow[] = [];
  let lastRow = 0;
  let width = 0;
  let hasFormulas = false;
  for await (const lines of chunks) {
    const rows = rowsInLines(lines);
    for (const { row, cells } of rows) {
      lastRow = row;
      width = Math.max(width, cells.length);
      if (topRows.length >= TOP_ROWS) continue;
      const read = readCells(cells, head);
      if (!read.every(isNothing)) topRows.push({ row, cells: read });
    }
    hasFormulas ||= lines.includes(FORMULA);
    const bytes = deflateRawSync(lines, { level: 1 });
    blocks.push({ first: rows[0]?.row ?? 0, last: lastRow, length: lines.length, bytes });
  }
  return {
    head,
    hasFormulas,
    lastRow,
    width,
    headerRow: headerRowOf(topRows),
    bytes: memoryOf(head, blocks),
    bytesOf: (row) => averageIn(blocks, row),
    between: readerOf(blocks),
    all: () => allRows(blocks),
  };
}
