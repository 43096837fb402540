import { gunzipSync, gzipSync } from 'node:zlib';
import { GzipBlocks, gzipLines } from './gzipBlocks';
import { headLine, readRawHead, rowNumberAt } from './packedRaw';
import type { RawTabHead } from './rawTab';

declare module '../workers/workers' {
  interface Jobs {
    /** Makes a former raw tab small: what makes it of the one that came next; see {@link makeRawDelta}. */
    makeRawDelta: typeof makeRawDelta;
    /** Makes a former raw tab again; see {@link applyRawDeltas}. */
    applyRawDeltas: typeof applyRawDeltas;
  }
}

const NEWLINE = 0x0a;
const OPENING_BRACKET = 0x5b;

/** `,"row":`, which stands before the number of a row. */
const BEFORE_ROW = Buffer.from(',"row":');

/** The rows of a raw tab, a line each, without its head. */
interface Lines {
  readonly head: RawTabHead;
  readonly bytes: Buffer;
  /** Where each line begins, and where the last one ends. */
  readonly starts: readonly number[];
}

/** Lines of the next raw tab that a former one has too: from one on, so many, with numbers that differ by `shift`. */
type Copied = readonly [line: number, count: number, shift: number];

function linesOf(head: RawTabHead, bytes: Buffer): Lines {
  const starts = [0];
  for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, end + 1)) starts.push(end + 1);
  return { head, bytes, starts };
}

async function readLines(packed: Buffer): Promise<Lines> {
  const chunks: Buffer[] = [];
  for await (const chunk of gzipLines(packed)) chunks.push(chunk);
  const all = Buffer.concat(chunks);
  return linesOf(await readRawHead(packed), all.subarray(all.indexOf(NEWLINE) + 1));
}

/** Where the digits of the number of a row begin and end. */
function numberIn(bytes: Buffer, start: number): { readonly from: number; readonly to: number } {
  const from = bytes.indexOf(BEFORE_ROW, start) + BEFORE_ROW.length;
  let to = from;
  while (bytes[to]! >= 0x30 && bytes[to]! <= 0x39) to += 1;
  return { from, to };
}

/** The rows of the next raw tab, found by their ids. */
class NextRows {
  readonly #byId = new Map<string, number>();

  constructor(readonly lines: Lines) {
    const { bytes, starts } = lines;
    for (let line = 0; line < starts.length - 1; line += 1) this.#byId.set(this.#idAt(bytes, starts[line]!), line);
  }

  /** The line with the same id and cells as one of a former raw tab, whatever its number. */
  like(former: Lines, line: number): number | undefined {
    const [start, end] = [former.starts[line]!, former.starts[line + 1]!];
    const found = this.#byId.get(this.#idAt(former.bytes, start));
    if (found === undefined) return undefined;
    const behind = numberIn(former.bytes, start).to;
    const { bytes, starts } = this.lines;
    const ownBehind = numberIn(bytes, starts[found]!).to;
    return bytes.compare(former.bytes, behind, end, ownBehind, starts[found + 1]) === 0 ? found : undefined;
  }

  /** All that stands before the number. */
  #idAt(bytes: Buffer, start: number): string {
    return bytes.toString('latin1', start, bytes.indexOf(BEFORE_ROW, start));
  }
}

/** What a former raw tab is made of: lines of the next one, and lines of its own. */
function* partsOf(former: Lines, next: NextRows): Generator<Copied | Buffer, void, undefined> {
  let copied: [line: number, count: number, shift: number] | undefined;
  for (let line = 0; line < former.starts.length - 1; line += 1) {
    const start = former.starts[line]!;
    const like = next.like(former, line);
    const shift =
      like === undefined
        ? 0
        : rowNumberAt(former.bytes, start) - rowNumberAt(next.lines.bytes, next.lines.starts[like]!);
    if (copied !== undefined && copied[0] + copied[1] === like && copied[2] === shift) copied[1] += 1;
    else {
      if (copied !== undefined) yield copied;
      copied = like === undefined ? undefined : [like, 1, shift];
      if (like === undefined) yield former.bytes.subarray(start, former.starts[line + 1]);
    }
  }
  if (copied !== undefined) yield copied;
}

/**
 * What makes a former raw tab of the one that came next: gzip of its head, and of a line for each part: `[line,count,shift]` for
 * rows that both have, and else the row itself.
 *
 * @param former a packed raw tab (`packedRaw.ts`), as `next`
 */
export async function makeRawDelta({ former, next }: { former: Buffer; next: Buffer }): Promise<Buffer> {
  const lines = await readLines(former);
  const rows = new NextRows(await readLines(next));
  const parts: Buffer[] = [Buffer.from(headLine(lines.head))];
  for (const part of partsOf(lines, rows)) {
    parts.push(Buffer.isBuffer(part) ? part : Buffer.from(`${JSON.stringify(part)}\n`));
  }
  return gzipSync(Buffer.concat(parts));
}

/** Copies lines with other numbers. */
function* renumbered({ bytes, starts }: Lines, [line, count, shift]: Copied): Generator<Buffer, void, undefined> {
  if (shift === 0) return yield bytes.subarray(starts[line], starts[line + count]);
  for (let at = line; at < line + count; at += 1) {
    const { from, to } = numberIn(bytes, starts[at]!);
    yield bytes.subarray(starts[at], from);
    yield Buffer.from(String(rowNumberAt(bytes, starts[at]!) + shift));
    yield bytes.subarray(to, starts[at + 1]);
  }
}

function undo(next: Lines, delta: Buffer): Lines {
  const text = gunzipSync(delta);
  const headEnd = text.indexOf(NEWLINE) + 1;
  const parts: Buffer[] = [];
  for (let at = headEnd; at < text.length;) {
    const end = text.indexOf(NEWLINE, at) + 1;
    if (text[at] === OPENING_BRACKET)
      parts.push(...renumbered(next, JSON.parse(text.toString('latin1', at, end)) as Copied));
    else parts.push(text.subarray(at, end));
    at = end;
  }
  return linesOf(JSON.parse(text.toString('utf8', 0, headEnd)) as RawTabHead, Buffer.concat(parts));
}

/**
 * Makes a former raw tab again.
 *
 * @param next a packed raw tab
 * @param deltas what {@link makeRawDelta} has made of those before it, the newest first
 * @returns the packed raw tab that the last delta was made of
 */
export async function applyRawDeltas({ next, deltas }: { next: Buffer; deltas: readonly Buffer[] }): Promise<Buffer> {
  let lines = await readLines(next);
  for (const delta of deltas) lines = undo(lines, delta);
  const blocks = new GzipBlocks();
  for (let line = 0; line < lines.starts.length - 1; line += 1) {
    blocks.lines(lines.bytes, lines.starts[line]!, lines.starts[line + 1]!);
  }
  return blocks.finish(headLine(lines.head));
}
