import { type DerivedTab, deriveRead, type TabSettings } from '../../normalise/deriveTab';
import { GzipBlocks } from '../../rawTab/gzipBlocks';
import { headLine, readRawHead, readRawLines, rowLine, rowNumberAt } from '../../rawTab/packedRaw';
import type { RawRow, RawTabHead } from '../../rawTab/rawTab';
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
  #next: readonly [row: number, final: FinalRow] | undefined;

  constructor(
    log: Iterable<string>,
    private readonly isTyped: boolean,
  ) {
    this.#rows = loggedRows(log);
    this.#next = this.#rows.next().value;
  }

  /** Takes whole lines of the raw tab, in order. */
  feed(lines: Buffer): void {
    let copied = 0;
    const last = rowNumberAt(lines, lines.lastIndexOf(NEWLINE, lines.length - 2) + 1);
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

  finish(head: RawTabHead): Promise<Buffer> {
    this.#writeBefore(Infinity);
    return this.#blocks.finish(headLine(head));
  }

  /** Number of the next row of the log; infinite when there is none. */
  get #nextRow(): number {
    return this.#next?.[0] ?? Infinity;
  }

  #writeBefore(row: number) {
    while (this.#nextRow < row) this.#writeNext();
  }

  /** Writes the next row, if anything is left of it. @param line of the raw tab, where it has one */
  #writeNext(line?: string) {
    const [row, final] = this.#next!;
    this.#next = this.#rows.next().value;
    if (final.kind === 'removed') return;
    const isNew = final.kind === 'new';
    if (!isNew && line === undefined) return;
    const before = isNew ? { id: final.id, row, cells: [], added: true as const } : (JSON.parse(line!) as RawRow);
    const cells = cellsAfter(before.cells, final.cells, this.isTyped);
    if (cells.length === 0) return;
    this.#blocks.text(rowLine({ ...before, cells }));
    this.#blocks.lineEnded();
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
  const head = await readRawHead(packedRaw);
  const folding = new RawFolding(log, head.typed);
  for await (const lines of readRawLines(packedRaw)) folding.feed(lines);
  return folding.finish(head);
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
