import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { readRawHead, readRawLines } from '../../workbook/packedRaw';
import { findHeaderRow, TOP_ROWS, type TopRow } from '../../normalise/headerRow';
import { isNothing, readCell } from '../../normalise/readCell';
import type { RawRow } from '../../workbook/rawTab';

/** Characters of a block, about: inflating one takes a millisecond or two. */
const BLOCK = 1 << 17;

interface Block {
  readonly first: number;
  readonly last: number;
  readonly bytes: Buffer;
}

/** A stored tab in memory, small and in pieces: any of its rows can be read at once. */
export interface RawBlocks {
  readonly typed: boolean;
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
}

/** Looks at the top of a tab for its header row. */
class HeaderSearch {
  readonly #tops: TopRow[] = [];

  see({ row, cells }: RawRow, typed: boolean): void {
    if (this.#tops.length === TOP_ROWS) return;
    const read = cells.map((cell) => readCell(cell, typed));
    if (!read.every(isNothing)) this.#tops.push({ row, cells: read });
  }

  found(): number | null {
    const at = findHeaderRow(this.#tops);
    return at === undefined ? null : (this.#tops[at]?.row ?? null);
  }
}

class BlockWriter {
  readonly blocks: Block[] = [];
  #lines: string[] = [];
  #length = 0;
  #first = 0;

  add(row: number, line: string): void {
    if (this.#lines.length === 0) this.#first = row;
    this.#lines.push(line);
    this.#length += line.length;
    if (this.#length >= BLOCK) this.end(row);
  }

  end(last: number): void {
    if (this.#lines.length === 0) return;
    const bytes = deflateRawSync(`[${this.#lines.join(',')}]`, { level: 1 });
    this.blocks.push({ first: this.#first, last, bytes });
    this.#lines = [];
    this.#length = 0;
  }
}

function readerOf(blocks: readonly Block[]) {
  let held: { readonly block: Block; readonly rows: readonly RawRow[] } | undefined;
  const rowsOf = (block: Block) => {
    if (held?.block !== block) {
      held = { block, rows: JSON.parse(inflateRawSync(block.bytes).toString()) as RawRow[] };
    }
    return held.rows;
  };
  return (from: number, to: number) =>
    blocks
      .filter(({ first, last }) => last >= from && first <= to)
      .flatMap((block) => rowsOf(block).filter(({ row }) => row >= from && row <= to));
}

/** Reads a packed raw tab (`../../workbook/packedRaw.ts`), a little at a time so that nobody waits for it. */
export async function readBlocks(packed: Buffer): Promise<RawBlocks> {
  const writer = new BlockWriter();
  const search = new HeaderSearch();
  const { typed } = await readRawHead(packed);
  let [lastRow, width] = [0, 0];
  for await (const lines of readRawLines(packed)) {
    for (const line of lines.toString('utf8', 0, lines.length - 1).split('\n')) {
      const row = JSON.parse(line) as RawRow;
      search.see(row, typed);
      writer.add(row.row, line);
      lastRow = row.row;
      width = Math.max(width, row.cells.length);
    }
  }
  writer.end(lastRow);
  const bytes = writer.blocks.reduce((sum, block) => sum + block.bytes.length + 200, 1_000);
  const { blocks } = writer;
  return { typed, lastRow, width, headerRow: search.found(), bytes, between: readerOf(blocks) };
}
