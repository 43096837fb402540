import { deriveTab } from '../../normalise/deriveTab';
import type { TabSettings } from '../../normalise/derivedTab';
import { FileRowsKeeper } from '../../rawTab/fileRows';
import { NEWLINE, PackedLines } from '../../rawTab/packedLines';
import { rawHash, readRawHead, readRawLines, rowLine, rowNumberAt } from '../../rawTab/packedRaw';
import type { RawTabHead } from '../../rawTab/rawTab';
import type { RawRow } from '../../rawTab/rawCells';
import { cellsAfter, changesIn, type FinalRow, LogParts } from './logEntries';

declare module '../../workers/workers' {
  interface Jobs {
    /** Makes what was written to a tab part of it, and its endpoint's rows of that. */
    foldLog: typeof foldLog;
  }
}

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

/** Puts the rows of a log among those of a raw tab. */
class RawFolding {
  readonly #lines = new PackedLines();
  readonly #rows: ReturnType<typeof loggedRows>;
  readonly #file: FileRowsKeeper;
  #next: readonly [row: number, final: FinalRow] | undefined;
  /** Number of the last row that was taken. */
  #last = 0;

  constructor(
    log: Iterable<string>,
    private readonly head: RawTabHead,
    private readonly isRead: boolean,
  ) {
    this.#file = new FileRowsKeeper(head.file);
    this.#rows = loggedRows(log);
    this.#next = this.#rows.next().value;
  }

  /** Takes whole lines of the raw tab, in order: they are copied as they are wherever the log leaves them alone. */
  feed(lines: Buffer): void {
    for (let at = 0; at < lines.length;) {
      const row = rowNumberAt(lines, at).number;
      const end = lines.indexOf(NEWLINE, at) + 1;
      this.#writeBefore(row);
      if (this.#next?.[0] === row) this.#writeNext(lines.toString('utf8', at, end));
      else this.#lines.add(lines.subarray(at, end));
      this.#last = row;
      at = end;
    }
  }

  finish(): Promise<Buffer> {
    this.#file.sawLast(this.#last);
    this.#writeBefore(Infinity);
    return this.#lines.finish(this.isRead ? this.head : { ...this.head, file: this.#file.end() });
  }

  #writeBefore(row: number) {
    while (this.#next !== undefined && this.#next[0] < row) this.#writeNext();
  }

  /** Takes the next row of the log, and writes what is left of it. @param line of the raw tab, where it has one */
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
 * Makes what was written to a tab part of it: changed cells in their rows, removed rows left out, new rows in their places.
 * Runs in a worker thread.
 *
 * @param packedRaw a packed raw tab (`../../rawTab/packedRaw.ts`)
 * @param log the texts of its log, in order; gone through more than once
 * @param isRead whether its source has all of this by now: then it is as a read of that would bring it, and nothing is noted of a file
 * @returns the packed raw tab with the changes
 */
export async function foldRaw(packedRaw: Buffer, log: Iterable<string>, isRead = false): Promise<Buffer> {
  const folding = new RawFolding(log, await readRawHead(packedRaw), isRead);
  for await (const lines of readRawLines(packedRaw)) folding.feed(lines);
  return folding.finish();
}

/** A tab whose log is to become part of it. The texts are bytes, so that they need not be copied from thread to thread. */
export interface LogToFold {
  readonly raw: Buffer;
  readonly log: readonly Buffer[];
  readonly settings?: TabSettings;
  /** As {@link foldRaw} takes it: the tab gets the mark of a new read then. */
  readonly isRead?: boolean;
}

function* textsOf(log: readonly Buffer[]): Generator<string, void, undefined> {
  for (const text of log) yield text.toString();
}

/** See `Jobs`. */
export async function foldLog({ raw: before, log, settings, isRead = false }: LogToFold) {
  const raw = await foldRaw(before, { [Symbol.iterator]: () => textsOf(log) }, isRead);
  const mark = isRead ? await rawHash(raw) : undefined;
  return { raw, mark, derived: await deriveTab(raw, settings) };
}
