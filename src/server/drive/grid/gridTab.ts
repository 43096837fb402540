import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { GridRow } from '../../../contract/driveGrid';
import { findHeaderRow, TOP_ROWS, type TopRow } from '../../normalise/headers';
import { isNothing, readCell } from '../../normalise/readCell';
import { changesIn, type FinalRow, finalRows } from '../../store/log/logEntries';
import { readRawHead, readRawLines } from '../../rawTab/packedRaw';
import type { RawRow } from '../../rawTab/rawTab';
import { gridCellOf } from './gridCells';

/** Characters of a block, about: inflating one takes a millisecond or two. */
const BLOCK = 1 << 17;

/** Successive rows of a tab, compressed. */
interface Block {
  readonly first: number;
  readonly last: number;
  readonly bytes: Buffer;
}

/** A stored tab in memory, in compressed blocks, so that any of its rows can be read at once. */
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

/** Reads rows of blocks; the last block stays inflated, as pages mostly follow each other. */
function readerOf(blocks: readonly Block[]): RawBlocks['between'] {
  let inflated: { readonly block: Block; readonly rows: readonly RawRow[] } | undefined;
  const rowsOf = (block: Block) => {
    if (inflated?.block !== block) {
      inflated = { block, rows: JSON.parse(inflateRawSync(block.bytes).toString()) as RawRow[] };
    }
    return inflated.rows;
  };
  return (from, to) =>
    blocks
      .filter(({ first, last }) => last >= from && first <= to)
      .flatMap((block) => rowsOf(block).filter(({ row }) => row >= from && row <= to));
}

/** Reads a packed raw tab (`../../rawTab/packedRaw.ts`) with turns of the event loop. */
export async function readBlocks(packed: Buffer): Promise<RawBlocks> {
  const { typed } = await readRawHead(packed);
  const blocks: Block[] = [];
  const tops: TopRow[] = [];
  let lines: string[] = [];
  let [first, lastRow, width, characters] = [0, 0, 0, 0];

  function endBlock() {
    if (lines.length === 0) return;
    blocks.push({ first, last: lastRow, bytes: deflateRawSync(`[${lines.join(',')}]`, { level: 1 }) });
    [lines, characters] = [[], 0];
  }

  function addRow(line: string) {
    const { row, cells } = JSON.parse(line) as RawRow;
    if (tops.length < TOP_ROWS) {
      const read = cells.map((cell) => readCell(cell, typed));
      if (!read.every(isNothing)) tops.push({ row, cells: read });
    }
    if (lines.length === 0) first = row;
    lines.push(line);
    characters += line.length;
    [lastRow, width] = [row, Math.max(width, cells.length)];
    if (characters >= BLOCK) endBlock();
  }

  for await (const some of readRawLines(packed)) {
    for (const line of some.toString('utf8', 0, some.length - 1).split('\n')) addRow(line);
  }
  endBlock();
  const bytes = blocks.reduce((sum, block) => sum + block.bytes.length + 200, 1_000);
  const headerAt = findHeaderRow(tops);
  const headerRow = headerAt === undefined ? null : (tops[headerAt]?.row ?? null);
  return { typed, lastRow, width, headerRow, bytes, between: readerOf(blocks) };
}

/** A tab of the drive as it is now: its blocks, and over them the rows that its log has changed since. */
export class GridTab {
  #changed = new Map<number, FinalRow>();
  #lastRow: number;
  #width: number;
  #logged = 0;

  constructor(
    private readonly blocks: RawBlocks,
    public sequence: number,
  ) {
    this.#lastRow = blocks.lastRow;
    this.#width = blocks.width;
  }

  /** Number of the last row that holds, or has held, anything. */
  get lastRow() {
    return this.#lastRow;
  }

  /** Number of the last column that holds, or has held, anything. */
  get columns() {
    return this.#width;
  }

  /** The row that looks like a header row. */
  get headerRow() {
    return this.blocks.headerRow;
  }

  /** How many changes of rows the log has. */
  get logged() {
    return this.#logged;
  }

  /** Applies texts of the log. @param sequence number of the last of them */
  follow(entries: readonly string[], sequence: number): void {
    for (const change of changesIn(entries)) {
      finalRows([change], this.#changed);
      this.#logged += 1;
      if (change.kind === 'remove') continue;
      this.#lastRow = Math.max(this.#lastRow, change.row);
      for (const [column] of change.cells) this.#width = Math.max(this.#width, column + 1);
    }
    this.sequence = sequence;
  }

  /** A copy that follows no later writes. */
  copy(): GridTab {
    const copy = new GridTab(this.blocks, this.sequence);
    copy.#changed = new Map(this.#changed);
    copy.#lastRow = this.#lastRow;
    copy.#width = this.#width;
    return copy;
  }

  /** Rows from one number to another, both included; blank rows are left out. */
  rows(from: number, to: number): GridRow[] {
    const stored = new Map(this.blocks.between(from, to).map((row) => [row.row, row]));
    const rows: GridRow[] = [];
    for (let number = from; number <= Math.min(to, this.#lastRow); number += 1) {
      const row = this.#rowOf(number, stored.get(number), this.#changed.get(number));
      if (row !== undefined) rows.push(row);
    }
    return rows;
  }

  row(number: number): GridRow | undefined {
    return this.rows(number, number)[0];
  }

  #rowOf(number: number, stored: RawRow | undefined, changed: FinalRow | undefined): GridRow | undefined {
    if (changed?.kind === 'removed') return undefined;
    const before = changed?.kind === 'new' ? undefined : stored;
    const id = changed?.kind === 'new' ? changed.id : before?.id;
    if (id === undefined) return undefined;
    const cells = (before?.cells ?? []).map((cell) => gridCellOf(cell, this.blocks.typed));
    for (const [column, cell] of changed?.cells ?? []) {
      while (cells.length < column) cells.push(null);
      cells[column] = gridCellOf(cell, true);
    }
    while (cells.length > 0 && (cells.at(-1) ?? null) === null) cells.pop();
    return cells.length === 0 ? undefined : { row: number, id, cells };
  }
}
