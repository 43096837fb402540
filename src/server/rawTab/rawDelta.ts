import { NEWLINE, openLines, PackedLines } from './packedLines';
import { rowNumberAt } from './packedRaw';
import type { RawTabHead } from './rawTab';

declare module '../workers/workers' {
  interface Jobs {
    /** Compresses a raw tab to a delta from an earlier one; see {@link makeRawDelta}. */
    makeRawDelta: typeof makeRawDelta;
    /** Restores a raw tab from an earlier one; see {@link applyRawDelta}. */
    applyRawDelta: typeof applyRawDelta;
  }
}

const OPENING_BRACKET = 0x5b;

/** Lines of a raw tab or of a delta, one for each row. */
class Lines {
  /** Offset of each line, and the end of the last one. */
  readonly #starts = [0];

  constructor(
    readonly head: RawTabHead,
    readonly bytes: Buffer,
  ) {
    for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, end + 1)) this.#starts.push(end + 1);
  }

  static async read(packed: Buffer): Promise<Lines> {
    const { head, lines } = await openLines<RawTabHead>(packed);
    const pieces: Buffer[] = [];
    for await (const piece of lines) pieces.push(piece);
    return new Lines(head, Buffer.concat(pieces));
  }

  get count(): number {
    return this.#starts.length - 1;
  }

  /** Returns lines including their newlines. */
  slice(from: number, to = from + 1): Buffer {
    return this.bytes.subarray(this.#starts[from], this.#starts[to]);
  }
}

/** Splits a row's line at its row number: the text before it, which contains the id, the number, and the bytes after it. */
function partsOfLine(line: Buffer) {
  const { number, from, to } = rowNumberAt(line, 0);
  return { id: line.toString('latin1', 0, from), number, rest: line.subarray(to) };
}

/** Lines that a raw tab shares with an earlier one: first line there, count, and the difference of their row numbers. */
type Copied = readonly [line: number, count: number, shift: number];

/** Yields the parts of a raw tab: ranges of lines copied from an earlier one, and lines of its own. Rows are matched by id. */
function* partsOf(tab: Lines, base: Lines): Generator<Copied | Buffer, void, undefined> {
  const baseLines = new Map<string, number>();
  for (let line = 0; line < base.count; line += 1) baseLines.set(partsOfLine(base.slice(line)).id, line);
  /** Range that the next line may extend. */
  let range: Copied | undefined;
  for (let line = 0; line < tab.count; line += 1) {
    const match = matchOf(tab.slice(line), base, baseLines);
    if (range !== undefined && match !== undefined && isNext(range, match)) {
      range = [range[0], range[1] + 1, range[2]];
      continue;
    }
    if (range !== undefined) yield range;
    range = match;
    if (match === undefined) yield tab.slice(line);
  }
  if (range !== undefined) yield range;
}

/** Returns the line of the same row in the base, if the row differs only in its number. @param baseLines by id */
function matchOf(line: Buffer, base: Lines, baseLines: ReadonlyMap<string, number>): Copied | undefined {
  const { id, number, rest } = partsOfLine(line);
  const baseLine = baseLines.get(id);
  if (baseLine === undefined) return undefined;
  const before = partsOfLine(base.slice(baseLine));
  return before.rest.equals(rest) ? [baseLine, 1, number - before.number] : undefined;
}

/** Returns whether a line follows a range in the base, with the same shift. */
const isNext = ([first, count, shift]: Copied, [line, , lineShift]: Copied) =>
  first + count === line && shift === lineShift;

/**
 * Computes the delta to a raw tab from an earlier one: packed lines with the head of the tab, then a line for each part, either
 * `[line,count,shift]` for rows both share, or the row itself.
 *
 * @param raw a packed raw tab (`packedRaw.ts`), as is `base`
 */
export async function makeRawDelta({ raw, base }: { raw: Buffer; base: Buffer }): Promise<Buffer> {
  const lines = await Lines.read(raw);
  const delta = new PackedLines();
  for (const part of partsOf(lines, await Lines.read(base))) {
    delta.add(Buffer.isBuffer(part) ? part : `${JSON.stringify(part)}\n`);
  }
  return delta.finish(lines.head);
}

/** Copies lines, with shifted row numbers. */
function* renumbered(base: Lines, [line, count, shift]: Copied): Generator<Buffer, void, undefined> {
  if (shift === 0) return yield base.slice(line, line + count);
  for (let at = line; at < line + count; at += 1) {
    const { id, number, rest } = partsOfLine(base.slice(at));
    yield Buffer.from(`${id}${number + shift}`, 'latin1');
    yield rest;
  }
}

/** Restores a raw tab from its delta of {@link makeRawDelta} and its base. @returns the packed raw tab */
export async function applyRawDelta({ base, delta }: { base: Buffer; delta: Buffer }): Promise<Buffer> {
  const baseLines = await Lines.read(base);
  const deltaLines = await Lines.read(delta);
  const packed = new PackedLines();
  for (let n = 0; n < deltaLines.count; n += 1) {
    const line = deltaLines.slice(n);
    if (line[0] !== OPENING_BRACKET) {
      packed.add(line);
      continue;
    }
    const copied = JSON.parse(line.toString('latin1')) as Copied;
    for (const bytes of renumbered(baseLines, copied)) packed.add(bytes);
  }
  return packed.finish(deltaLines.head);
}
