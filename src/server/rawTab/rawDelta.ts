import { NEWLINE, openLines, PackedLines } from './packedLines';
import { rowNumberAt } from './packedRaw';
import type { RawTabHead } from './rawTab';

declare module '../workers/workers' {
  interface Jobs {
    /** Compresses a former raw tab to a delta from the next one; see {@link makeRawDelta}. */
    makeRawDelta: typeof makeRawDelta;
    /** Restores a former raw tab; see {@link applyRawDeltas}. */
    applyRawDeltas: typeof applyRawDeltas;
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

/** Lines that a former raw tab shares with the next one: first line, count, and the difference of their row numbers. */
type Copied = readonly [line: number, count: number, shift: number];

/** Yields the parts of a former raw tab: ranges of lines copied from the next one, and lines of its own. Rows are matched by id. */
function* partsOf(former: Lines, next: Lines): Generator<Copied | Buffer, void, undefined> {
  const byId = new Map<string, number>();
  for (let line = 0; line < next.count; line += 1) byId.set(partsOfLine(next.slice(line)).id, line);
  let copied: Copied | undefined;
  for (let line = 0; line < former.count; line += 1) {
    const { id, number, rest } = partsOfLine(former.slice(line));
    const match = byId.get(id) ?? -1;
    const twin = match < 0 ? undefined : partsOfLine(next.slice(match));
    const shift = twin?.rest.equals(rest) === true ? number - twin.number : undefined;
    const [from, count] = copied ?? [0, 0];
    if (copied !== undefined && from + count === match && copied[2] === shift) copied = [from, count + 1, shift];
    else {
      if (copied !== undefined) yield copied;
      copied = shift === undefined ? undefined : [match, 1, shift];
      if (copied === undefined) yield former.slice(line);
    }
  }
  if (copied !== undefined) yield copied;
}

/**
 * Computes the delta from the next raw tab to a former one: packed lines with the former head, then a line for each part, either
 * `[line,count,shift]` for rows both share, or the row itself.
 *
 * @param former a packed raw tab (`packedRaw.ts`), as is `next`
 */
export async function makeRawDelta({ former, next }: { former: Buffer; next: Buffer }): Promise<Buffer> {
  const lines = await Lines.read(former);
  const delta = new PackedLines();
  for (const part of partsOf(lines, await Lines.read(next))) {
    delta.add(Buffer.isBuffer(part) ? part : `${JSON.stringify(part)}\n`);
  }
  return delta.finish(lines.head);
}

/** Copies lines, with shifted row numbers. */
function* renumbered(next: Lines, [line, count, shift]: Copied): Generator<Buffer, void, undefined> {
  if (shift === 0) return yield next.slice(line, line + count);
  for (let at = line; at < line + count; at += 1) {
    const { id, number, rest } = partsOfLine(next.slice(at));
    yield Buffer.from(`${id}${number + shift}`, 'latin1');
    yield rest;
  }
}

async function applyDelta(next: Lines, packedDelta: Buffer): Promise<Lines> {
  const delta = await Lines.read(packedDelta);
  const parts: Buffer[] = [];
  for (let at = 0; at < delta.count; at += 1) {
    const line = delta.slice(at);
    if (line[0] !== OPENING_BRACKET) parts.push(line);
    else for (const part of renumbered(next, JSON.parse(line.toString('latin1')) as Copied)) parts.push(part);
  }
  return new Lines(delta.head, Buffer.concat(parts));
}

/**
 * Restores a former raw tab.
 *
 * @param next a packed raw tab
 * @param deltas deltas of {@link makeRawDelta} back from it, newest first
 * @returns the packed raw tab of the last delta
 */
export async function applyRawDeltas({ next, deltas }: { next: Buffer; deltas: readonly Buffer[] }): Promise<Buffer> {
  let lines = await Lines.read(next);
  for (const delta of deltas) lines = await applyDelta(lines, delta);
  const packed = new PackedLines();
  for (let line = 0; line < lines.count; line += 1) packed.add(lines.slice(line));
  return packed.finish(lines.head);
}
