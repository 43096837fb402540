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
  const byId = new Map<string, number>();
  for (let line = 0; line < base.count; line += 1) byId.set(partsOfLine(base.slice(line)).id, line);
  let copied: Copied | undefined;
  for (let line = 0; line < tab.count; line += 1) {
    const { id, number, rest } = partsOfLine(tab.slice(line));
    const match = byId.get(id) ?? -1;
    const twin = match < 0 ? undefined : partsOfLine(base.slice(match));
    const shift = twin?.rest.equals(rest) === true ? number - twin.number : undefined;
    const [from, count] = copied ?? [0, 0];
    if (copied !== undefined && from + count === match && copied[2] === shift) copied = [from, count + 1, shift];
    else {
      if (copied !== undefined) yield copied;
      copied = shift === undefined ? undefined : [match, 1, shift];
      if (copied === undefined) yield tab.slice(line);
    }
  }
  if (copied !== undefined) yield copied;
}

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
  const [lines, parts] = [await Lines.read(base), await Lines.read(delta)];
  const packed = new PackedLines();
  for (let at = 0; at < parts.count; at += 1) {
    const line = parts.slice(at);
    if (line[0] !== OPENING_BRACKET) packed.add(line);
    else for (const part of renumbered(lines, JSON.parse(line.toString('latin1')) as Copied)) packed.add(part);
  }
  return packed.finish(parts.head);
}
