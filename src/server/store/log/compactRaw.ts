import { deriveTab } from '../../normalise/deriveTab';
import type { TabSettings } from '../../normalise/derivedTab';
import { FileRowsTracker } from '../../rawTab/fileRows';
import { NEWLINE, PackedLines } from '../../rawTab/packedLines';
import { rawHash, readRawHead, readRawLines, rowLine, rowNumberAt } from '../../rawTab/packedRaw';
import type { RawTabHead } from '../../rawTab/rawTab';
import type { RawRow } from '../../rawTab/rawCells';
import { cellsAfter, changesIn, type FinalRow, finalRows, partsOf } from './logEntries';

declare module '../../workers/workers' {
  interface Jobs {
    /** Folds the log of a tab into its raw tab, and derives the endpoint's rows from the result. */
    compactLog: typeof compactLog;
  }
}

/** Merges the rows of a log into a raw tab. */
class RawMerge {
  readonly #lines = new PackedLines();
  /** Final rows of the log after the next one, in order. */
  readonly #rows: Iterator<readonly [row: number, final: FinalRow], undefined>;
  readonly #file: FileRowsTracker;
  /** The first final row of the log that is not written yet. */
  #next: readonly [row: number, final: FinalRow] | undefined;
  /** Number of the last raw row read. */
  #lastRow = 0;

  constructor(
    log: readonly string[],
    private readonly head: RawTabHead,
    private readonly isRead: boolean,
  ) {
    this.#file = new FileRowsTracker(head.file);
    this.#rows = [...finalRows(changesIn(log))].toSorted(([one], [other]) => one - other).values();
    this.#next = this.#rows.next().value;
  }

  /** Reads whole lines of the raw tab, in order. Lines that the log does not touch are copied unchanged. */
  feed(lines: Buffer): void {
    for (let at = 0; at < lines.length;) {
      const row = rowNumberAt(lines, at).number;
      const end = lines.indexOf(NEWLINE, at) + 1;
      this.#writeBefore(row);
      if (this.#next?.[0] === row) this.#writeNext(lines.toString('utf8', at, end));
      else this.#lines.add(lines.subarray(at, end));
      this.#lastRow = row;
      at = end;
    }
  }

  finish(): Promise<Buffer> {
    this.#file.setLastRow(this.#lastRow);
    this.#writeBefore(Infinity);
    return this.#lines.finish(this.isRead ? this.head : { ...this.head, file: this.#file.end() });
  }

  #writeBefore(row: number) {
    while (this.#next !== undefined && this.#next[0] < row) this.#writeNext();
  }

  /** Writes the final state of the log's next row. @param line the row's line in the raw tab, if it has one */
  #writeNext(line?: string) {
    const [row, final] = this.#next!;
    this.#next = this.#rows.next().value;
    const stored = line === undefined ? undefined : (JSON.parse(line) as RawRow);
    const before = final.kind === 'new' ? this.#newRow(row, final.id) : stored;
    const cells =
      final.kind === 'removed' || before === undefined ? [] : cellsAfter(before.cells, final.cells, this.head.typed);
    this.#file.note(row, stored?.cells ?? [], cells);
    if (before !== undefined && cells.length > 0) this.#lines.add(rowLine({ ...before, cells }));
  }

  #newRow(row: number, id: string): RawRow {
    return { id, row, cells: [], ...(!this.isRead && { added: true }) };
  }
}

/**
 * Folds a log into a raw tab, part by part: updates changed cells, drops removed rows and inserts new ones. Runs in a worker
 * thread.
 *
 * @param packedRaw a packed raw tab (`../../rawTab/packedRaw.ts`)
 * @param log the texts of the log, in order
 * @param isRead whether the source already contains these changes: then the result equals a fresh read of it, and no differences
 * from the file are recorded
 * @returns the packed raw tab with the changes
 */
export async function compactRaw(packedRaw: Buffer, log: Iterable<string>, isRead = false): Promise<Buffer> {
  let raw = packedRaw;
  for (const part of partsOf(log)) {
    const merge = new RawMerge(part, await readRawHead(raw), isRead);
    for await (const lines of readRawLines(raw)) merge.feed(lines);
    raw = await merge.finish();
  }
  return raw;
}

/**
 * The texts of a log for a worker thread: a line each, in a few large buffers. These are outside the thread's heap, which a long log
 * would not fit into, and can be transferred without a copy.
 */
export type PackedLog = readonly Buffer[];

/** Minimum characters of a buffer of a packed log, except the last one. */
const PACKED_CHARACTERS = 1 << 20;

export function packLog(log: Iterable<string>): PackedLog {
  const packed: Buffer[] = [];
  let lines: string[] = [];
  let characters = 0;
  const pack = () => {
    if (lines.length > 0) packed.push(Buffer.from(lines.join('\n')));
    lines = [];
    characters = 0;
  };
  for (const text of log) {
    lines.push(text);
    characters += text.length;
    if (characters >= PACKED_CHARACTERS) pack();
  }
  pack();
  return packed;
}

/** Yields the texts of a packed log lazily. */
export function* textsOf(log: PackedLog): Generator<string, void, undefined> {
  for (const lines of log) yield* lines.toString().split('\n');
}

/** Input of a fold. */
interface LogToCompact {
  readonly raw: Buffer;
  readonly log: PackedLog;
  readonly settings?: TabSettings;
  /** As in {@link compactRaw}; if true, the result includes the hash of a new read. */
  readonly isRead?: boolean;
}

/** See `Jobs`. */
export async function compactLog({ raw: before, log, settings, isRead = false }: LogToCompact) {
  const raw = await compactRaw(before, textsOf(log), isRead);
  const mark = isRead ? await rawHash(raw) : undefined;
  return { raw, mark, derived: await deriveTab(raw, settings) };
}
