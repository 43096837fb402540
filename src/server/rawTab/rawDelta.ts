import { NEWLINE, openLines, PackedLines } from './packedLines';
import { rowNumberAt } from './packedRaw';
import type { RawTabHead } from './rawTab';

declare module '../workers/workers' {
  interface Jobs {
    /** Makes a former raw tab small: what makes it of the one that came next; see {@link makeRawDelta}. */
    makeRawDelta: typeof makeRawDelta;
    /** Makes a former raw tab again; see {@link applyRawDeltas}. */
    applyRawDeltas: typeof applyRawDeltas;
  }
}

const OPENING_BRACKET = 0x5b;

/** The rows of a raw tab, or of what makes one, a line each. */
class Lines {
  /** Where each line begins, and where the last one ends. */
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

  /** Lines with their ends. */
  slice(from: number, to = from + 1): Buffer {
    return this.bytes.subarray(this.#starts[from], this.#starts[to]);
  }
}

/** A row's line around its number: all that stands before it, which holds the id, and all behind it. */
function partsOfLine(line: Buffer) {
  const { number, from, to } = rowNumberAt(line, 0);
  return { id: line.toString('latin1', 0, from), number, rest: line.subarray(to) };
}

/** Lines of the next raw tab that a former one has too: from one on, so many, with numbers that differ by `shift`. */
type Copied = readonly [line: number, count: number, shift: number];

/** What a former raw tab is made of: lines of the next one, and lines of its own. Rows are the same by their ids. */
function* partsOf(former: Lines, next: Lines): Generator<Copied | Buffer, void, undefined> {
  const byId = new Map<string, number>();
  for (let line = 0; line < next.count; line += 1) byId.set(partsOfLine(next.slice(line)).id, line);
  let copied: Copied | undefined;
  for (let line = 0; line < former.count; line += 1) {
    const { id, number, rest } = partsOfLine(former.slice(line));
    const like = byId.get(id) ?? -1;
    const twin = like < 0 ? undefined : partsOfLine(next.slice(like));
    const shift = twin?.rest.equals(rest) === true ? number - twin.number : undefined;
    const [from, count] = copied ?? [0, 0];
    if (copied !== undefined && from + count === like && copied[2] === shift) copied = [from, count + 1, shift];
    else {
      if (copied !== undefined) yield copied;
      copied = shift === undefined ? undefined : [like, 1, shift];
      if (copied === undefined) yield former.slice(line);
    }
  }
  if (copied !== undefined) yield copied;
}

/**
 * What makes a former raw tab of the one that came next: packed lines with its head, and a line for each part: `[line,count,shift]`
 * for rows that both have, and else the row itself.
 *
 * @param former a packed raw tab (`packedRaw.ts`), as `next`
 */
export async function makeRawDelta({ former, next }: { former: Buffer; next: Buffer }): Promise<Buffer> {
  const lines = await Lines.read(former);
  const delta = new PackedLines();
  for (const part of partsOf(lines, await Lines.read(next))) {
    delta.add(Buffer.isBuffer(part) ? part : `${JSON.stringify(part)}\n`);
  }
  return delta.finish(lines.head);
}

/** Copies lines with other numbers. */
function* renumbered(next: Lines, [line, count, shift]: Copied): Generator<Buffer, void, undefined> {
  if (shift === 0) return yield next.slice(line, line + count);
  for (let at = line; at < line + count; at += 1) {
    const { id, number, rest } = partsOfLine(next.slice(at));
    yield Buffer.from(`${id}${number + shift}`, 'latin1');
    yield rest;
  }
}

async function undo(next: Lines, packedDelta: Buffer): Promise<Lines> {
  const delta = await Lines.read(packedDelta);
  const parts: Buffer[] = [];
  for (let at = 0; at < delta.count; at += 1) {
    const line = delta.slice(at);
    if (line[0] === OPENING_BRACKET) parts.push(...renumbered(next, JSON.parse(line.toString('latin1')) as Copied));
    else parts.push(line);
  }
  return new Lines(delta.head, Buffer.concat(parts));
}

/**
 * Makes a former raw tab again.
 *
 * @param next a packed raw tab
 * @param deltas what {@link makeRawDelta} has made of those before it, the newest first
 * @returns the packed raw tab that the last delta was made of
 */
export async function applyRawDeltas({ next, deltas }: { next: Buffer; deltas: readonly Buffer[] }): Promise<Buffer> {
  let lines = await Lines.read(next);
  for (const delta of deltas) lines = await undo(lines, delta);
  const packed = new PackedLines();
  for (let line = 0; line < lines.count; line += 1) packed.add(lines.slice(line));
  return packed.finish(lines.head);
}
