import { type DerivedTab, deriveRead, type TabSettings } from '../../normalise/deriveTab';
import { GzipBlocks } from '../../rawTab/gzipBlocks';
import { headLine, readRawHead, readRawLines } from '../../rawTab/packedRaw';
import { rowNumberAt } from '../../rawTab/rawLine';
import type { RawTabHead } from '../../rawTab/rawTab';
import { LoggedRows } from './logEntries';

declare module '../../workers/workers' {
  interface Jobs {
    /** Makes what was written to a tab part of it, and its endpoint's rows of that. */
    foldLog: { input: LogToFold; output: { readonly raw: Buffer; readonly derived: DerivedTab } };
  }
}

const NEWLINE = 0x0a;

/** Puts the rows of a log among those of a raw tab, whose lines are copied as they are wherever the log leaves them alone. */
class Folding {
  readonly #blocks = new GzipBlocks();

  constructor(private readonly logged: LoggedRows) {}

  /** Takes whole lines of the raw tab, in order. */
  feed(lines: Buffer): void {
    let copied = 0;
    const last = rowNumberAt(lines, lines.lastIndexOf(NEWLINE, lines.length - 2) + 1);
    for (let at = 0; at < lines.length && last >= this.logged.next;) {
      const row = rowNumberAt(lines, at);
      const end = lines.indexOf(NEWLINE, at) + 1;
      if (row >= this.logged.next) {
        this.#put(lines.subarray(copied, at));
        this.#putBefore(row);
        const isWritten = this.logged.next === row;
        if (isWritten) this.#put(this.logged.take(lines.toString('utf8', at, end)));
        copied = isWritten ? end : at;
      }
      at = end;
    }
    this.#put(lines.subarray(copied));
  }

  finish(head: RawTabHead): Promise<Buffer> {
    this.#putBefore(Infinity);
    return this.#blocks.finish(headLine(head));
  }

  #putBefore(row: number) {
    while (this.logged.next < row) this.#put(this.logged.take());
  }

  #put(lines: Buffer | undefined) {
    if (lines === undefined || lines.length === 0) return;
    this.#blocks.room(lines.length);
    this.#blocks.copy(lines, 0, lines.length);
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
  const folding = new Folding(new LoggedRows(log, head.typed));
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
