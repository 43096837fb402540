const QUOTE = 0x22;
const LINE_FEED = 0x0a;
const RETURN = 0x0d;
const BACKSLASH = 0x5c;

/** What a byte outside quotes is. */
const PLAIN = 0;
/** JSON writes it otherwise. */
const ESCAPED = 1;
const LINE_END = 2;
const SEPARATOR = 3;

/**
 * The fields of one record of separated text (RFC 4180, and what programs make of it), found in its bytes. A field in quotes
 * may hold separators and line ends, and quotes that are doubled; a quote inside any other field is taken as it stands, and so
 * are those around a text that something else follows.
 */
export class RecordFields {
  count = 0;
  starts = new Int32Array(64);
  ends = new Int32Array(64);
  /** Whether a field's bytes are its JSON, but for the quotes around. */
  plain = new Uint8Array(64);
  /** Where the next record begins. */
  next = 0;
  /** Texts of the fields that do not stand in the bytes as they are, by their place. */
  private readonly texts = new Map<number, string>();
  private readonly meaning = new Uint8Array(256);
  private readonly separator: Buffer;
  private bytes: Buffer = Buffer.alloc(0);
  private isLast = false;

  constructor(separator: string) {
    this.separator = Buffer.from(separator);
    this.meaning.fill(ESCAPED, 0, 0x20);
    for (const byte of [QUOTE, BACKSLASH]) this.meaning[byte] = ESCAPED;
    for (const byte of [LINE_FEED, RETURN]) this.meaning[byte] = LINE_END;
    this.meaning[this.separator[0]!] = SEPARATOR;
  }

  /**
   * Finds the fields of the record that begins at a byte.
   *
   * @param isLast whether nothing follows the bytes
   * @returns whether all of the record is there; `'open'` when a quote is not closed
   */
  find(bytes: Buffer, start: number, isLast: boolean): boolean | 'open' {
    this.bytes = bytes;
    this.isLast = isLast;
    this.count = 0;
    if (this.texts.size > 0) this.texts.clear();
    for (let at = start; ; at += this.separator.length) {
      at = bytes[at] === QUOTE ? this.quoted(at) : this.bare(at, at, true);
      if (at < 0) return isLast ? 'open' : false;
      if (at === bytes.length && !isLast) return false;
      if (at === bytes.length || this.meaning[bytes[at]!] === LINE_END) return this.endAt(at);
    }
  }

  /** A field as a text. */
  text(at: number): string {
    return this.texts.get(at) ?? this.bytes.toString('utf8', this.starts[at], this.ends[at]);
  }

  private endAt(at: number): boolean {
    const { bytes } = this;
    if (bytes[at] === RETURN && at + 1 === bytes.length && !this.isLast) return false;
    this.next = at + (bytes[at] === RETURN && bytes[at + 1] === LINE_FEED ? 2 : 1);
    return true;
  }

  /** A field that begins with something else than a quote. @returns where it ends */
  private bare(start: number, from: number, isPlain: boolean): number {
    const { bytes, meaning } = this;
    let plain = isPlain;
    let at = from;
    for (; at < bytes.length; at += 1) {
      const what = meaning[bytes[at]!]!;
      if (what === PLAIN) continue;
      if (what === ESCAPED) plain = false;
      else if (what === LINE_END || this.isSeparator(at)) break;
    }
    this.add(start, at, plain);
    return at;
  }

  /** A field that begins with a quote. @returns where it ends, or a negative number when it does not */
  private quoted(start: number): number {
    const { bytes } = this;
    let plain = true;
    let doubled = false;
    for (let at = start + 1; at < bytes.length; at += 1) {
      const byte = bytes[at]!;
      if (byte < 0x20 || byte === BACKSLASH) plain = false;
      if (byte !== QUOTE) continue;
      if (bytes[at + 1] === QUOTE) {
        doubled = true;
        at += 1;
      } else return this.closed(start, at, plain, doubled);
    }
    return -1;
  }

  /** @param close where the closing quote stands */
  private closed(start: number, close: number, plain: boolean, doubled: boolean): number {
    const { bytes } = this;
    const after = close + 1;
    const place = this.count;
    const isClosed = after === bytes.length || this.meaning[bytes[after]!] === LINE_END || this.isSeparator(after);
    const end = isClosed ? after : this.bare(start, after, false);
    if (isClosed) this.add(start + 1, close, plain && !doubled);
    if (!doubled) return end;
    const inside = bytes.toString('utf8', start + 1, close).replaceAll('""', '"');
    this.texts.set(place, isClosed ? inside : `"${inside}"${bytes.toString('utf8', after, end)}`);
    return end;
  }

  private isSeparator(at: number): boolean {
    const { bytes, separator } = this;
    if (bytes[at] !== separator[0]) return false;
    return separator.length === 1 || bytes.subarray(at, at + separator.length).equals(separator);
  }

  private add(start: number, end: number, plain: boolean) {
    const place = this.count;
    if (place === this.starts.length) this.grow();
    this.starts[place] = start;
    this.ends[place] = end;
    this.plain[place] = plain ? 1 : 0;
    this.count += 1;
  }

  private grow() {
    const { starts, ends, plain } = this;
    this.starts = new Int32Array(starts.length * 2);
    this.ends = new Int32Array(starts.length * 2);
    this.plain = new Uint8Array(starts.length * 2);
    this.starts.set(starts);
    this.ends.set(ends);
    this.plain.set(plain);
  }
}
