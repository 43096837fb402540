import { type DerivedTab, deriveRead, type TabSettings } from '../../normalise/deriveTab';
import { GzipBlocks } from '../../rawTab/gzipBlocks';
import { FileRowsKeeper } from '../../rawTab/fileRows';
import { headLine, readRawHead, readRawLines, rowLine, rowNumberAt } from '../../rawTab/packedRaw';
import type { RawCell, RawRow, RawTabHead } from '../../rawTab/rawTab';
import { cellsAfter, changesIn, type FinalRow, LogParts } from './logEntries';

declare module '../../workers/workers' {
  interface Jobs {
    /** Makes what was written to a tab part of it, and its endpoint's rows of that. */
    foldLog: { input: LogToFold; output: { readonly raw: Buffer; readonly derived: DerivedTab } };
  }
}

const NEWLINE = 0x0a;

/** Rows that a log adds, changes or removes, in the order of their numbers. */
function* loggedRows(log: Iterable<string>): Generator<readonly [row: number, final: FinalRow], undefined, undefined> {
  const parts = new LogParts(log);
  // What rows come to that are not only added is known when all has been taken.
  for (const text of log) parts.take(text);
  const finals = [...parts.finals].toSorted(([one], [other]) => one - other);
  let at = 0;
  for (const change of changesIn(log)) {
    if (change.kind !== 'append' || parts.finals.has(change.row)) continue;
    for (; at < finals.length && finals[at]![0] < change.row; at += 1) yield finals[at]!;
    yield [change.row, { kind: 'new', id: change.id, cells: new Map(change.cells) }];
  }
  yield* finals.slice(at);
}

/** Puts the rows of a log among those of a raw tab, whose lines are copied as they are wherever the log leaves them alone. */
class RawFolding {
  readonly #blocks = new GzipBlocks();
  readonly #rows: ReturnType<typeof loggedRows>;
  readonly #file: FileRowsKeeper;
  #next: readonly [row: number, final: FinalRow] | undefined;
  /** Number of the last row that was taken. */
  #last = 0;

  constructor(
    log: Iterable<string>,
    private readonly head: RawTabHead,
  ) {
    this.#file = new FileRowsKeeper(head.file);
    this.#rows = loggedRows(log);
    this.#next = this.#rows.next().value;
  }

  /** Takes whole lines of the raw tab, in order. */
  feed(lines: Buffer): void {
    let copied = 0;
    const last = rowNumberAt(lines, lines.lastIndexOf(NEWLINE, lines.length - 2) + 1);
    this.#last = last;
    for (let at = 0; at < lines.length && last >= this.#nextRow;) {
      const row = rowNumberAt(lines, at);
      const end = lines.indexOf(NEWLINE, at) + 1;
      if (row >= this.#nextRow) {
        this.#blocks.lines(lines, copied, at);
        this.#writeBefore(row);
        const isWritten = this.#nextRow === row;
        if (isWritten) this.#writeNext(lines.toString('utf8', at, end));
        copied = isWritten ? end : at;
      }
      at = end;
    }
    this.#blocks.lines(lines, copied, lines.length);
  }

  finish(): Promise<Buffer> {
    this.#file.sawLast(this.#last);
    this.#writeBefore(Infinity);
    return this.#blocks.finish(headLine({ ...this.head, file: this.#file.end() }));
  }

  /** Number of the next row of the log; infinite when there is none. */
  get #nextRow(): number {
    return this.#next?.[0] ?? Infinity;
  }

  #writeBefore(row: number) {
    while (this.#nextRow < row) this.#writeNext();
  }

  /** Takes the next row of the log. @param line of the raw tab, where it has one */
  #writeNext(line?: string) {
    const [row, final] = this.#next!;
    this.#next = this.#rows.next().value;
    const stored = line === undefined ? undefined : (JSON.parse(line) as RawRow);
    const cells = this.#write(row, final, stored);
    this.#file.note(row, stored?.cells ?? [], cells);
  }

  /** Writes a row, if anything is left of it. @returns its cells */
  #write(row: number, final: FinalRow, stored: RawRow | undefined): readonly RawCell[] {
    if (final.kind === 'removed') return [];
    const before = final.kind === 'new' ? { id: final.id, row, cells: [], added: true as const } : stored;
    if (before === undefined) return [];
    const cells = cellsAfter(before.cells, final.cells, this.head.typed);
    if (cells.length === 0) return cells;
    this.#blocks.text(rowLine({ ...before, cells }));
    this.#blocks.lineEnded();
    return cells;
  }
}

/**
 * Makes what was written to a tab part of it: changed cells in their rows, removed rows left out, new rows in their places.
 * Runs in a worker thread.
 *
 * @param packedRaw a packed raw tab (`../../rawTab/packedRaw.ts`)
 * @param log the texts of its log, in order; gone through more than once
 * @returns the packed raw tab with the changes
 */
export async function foldRaw(packedRaw: Buffer, log: Iterable<string>): Promise<Buffer> {
  const folding = new RawFolding(log, await readRawHead(packedRaw));
  for await (const lines of readRawLines(packedRaw)) folding.feed(lines);
  return folding.finish();
}

/** A tab whose log is to become part of it. The texts are bytes, so that they need not be copied from thread to thread. */
export interface LogToFold {
  readonly raw: Buffer;
  readonly log: readonly Buffer[];
  readonly settings?: TabSettings;
}

function* textsOf(log: readonly Buffer[]): Generator<string, void, undefined> {
  for (const text of log) yield text.toString();
}

/** See `Jobs`. */
export async function foldLog({ raw: before, log, settings }: LogToFold) {
  const raw = await foldRaw(before, { [Symbol.iterator]: () => textsOf(log) });
  return { raw, derived: await deriveRead(raw, settings) };
}
