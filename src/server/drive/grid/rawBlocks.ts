import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { findHeaderRow, TOP_ROWS, type TopRow } from '../../normalise/headers';
import { isNothing, readCell } from '../../normalise/readCell';
import type { FileRows } from '../../rawTab/fileRows';
import { readRawHead, readRawLines } from '../../rawTab/packedRaw';
import type { CellReading } from '../../rawTab/rawTab';
import type { RawRow } from '../../rawTab/rawCells';

/** Characters of a block, about: inflating one takes a millisecond or two. */
const BLOCK = 1 << 17;

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
  /** Its title in its file when it was read, by which formulas name it. */
  readonly title: string;
  /** What its file held where the stored tab is something else; its log comes to more. */
  readonly file: FileRows | undefined;
  readonly hasFormulas: boolean;
  /** How its cells are read. */
  readonly reading: CellReading;
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
  /** All rows in their order, some at a time: each time, reading them takes a millisecond or two. */
  readonly all: () => Generator<readonly RawRow[], void, undefined>;
}

const rowsIn = ({ bytes }: Block) => JSON.parse(inflateRawSync(bytes).toString()) as RawRow[];

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

/** Reads a packed raw tab (`../../rawTab/packedRaw.ts`) with turns of the event loop. */
export async function readBlocks(packed: Buffer): Promise<RawBlocks> {
  const { typed, decimals, title, file } = await readRawHead(packed);
  const reading = { typed, decimals };
  const blocks: Block[] = [];
  const tops: TopRow[] = [];
  let lines: string[] = [];
  let [first, lastRow, width, characters] = [0, 0, 0, 0];
  let hasFormulas = false;

  function endBlock() {
    if (lines.length === 0) return;
    blocks.push({ first, last: lastRow, bytes: deflateRawSync(`[${lines.join(',')}]`, { level: 1 }) });
    [lines, characters] = [[], 0];
  }

  function addRow(line: string) {
    const { row, cells } = JSON.parse(line) as RawRow;
    if (tops.length < TOP_ROWS) {
      const read = cells.map((cell) => readCell(cell, reading));
      if (!read.every(isNothing)) tops.push({ row, cells: read });
    }
    if (lines.length === 0) first = row;
    lines.push(line);
    characters += line.length;
    hasFormulas ||= line.includes(FORMULA);
    [lastRow, width] = [row, Math.max(width, cells.length)];
    if (characters >= BLOCK) endBlock();
  }

  for await (const some of readRawLines(packed)) {
    for (const line of some.toString('utf8', 0, some.length - 1).split('\n')) addRow(line);
  }
  endBlock();
  const former = file?.rows.reduce((sum, [, cells]) => sum + 100 * (cells.length + 1), 0) ?? 0;
  const bytes = blocks.reduce((sum, block) => sum + block.bytes.length + 200, 1_000 + former);
  const headerAt = findHeaderRow(tops);
  const headerRow = headerAt === undefined ? null : (tops[headerAt]?.row ?? null);
  const rows = { between: readerOf(blocks), all: () => allRows(blocks) };
  return { title, file, hasFormulas, reading, lastRow, width, headerRow, bytes, ...rows };
}
