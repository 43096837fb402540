const NEWLINE = 0x0a;
const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const OPENING_BRACKET = 0x5b;
const CLOSING_BRACKET = 0x5d;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;

/** Bytes before the id, `{"id":`; between id and number, `,"row":`; and between number and cells, `,"cells":[`. */
const BEFORE_ID = 6;
const BEFORE_ROW = 7;
const BEFORE_CELLS = 10;

/** A row of a raw tab as it is packed, taken apart without making anything of its cells. */
export class RawLine {
  bytes: Buffer = Buffer.alloc(0);
  /** Where the JSON of its id stands. */
  idStart = 0;
  idEnd = 0;
  /** 1-based number in the sheet. */
  row = 0;
  /** Number of its cells, and where the JSON of each stands. */
  count = 0;
  starts = new Int32Array(64);
  ends = new Int32Array(64);

  /** Takes a line apart. @returns where the next one begins */
  read(bytes: Buffer, start: number): number {
    this.bytes = bytes;
    this.idStart = start + BEFORE_ID;
    this.idEnd = endOfText(bytes, this.idStart);
    this.row = numberAt(bytes, this.idEnd + BEFORE_ROW);
    const at = bytes.indexOf(COMMA, this.idEnd + BEFORE_ROW) + BEFORE_CELLS;
    if (bytes[at - 1] !== OPENING_BRACKET) throw new Error('A packed raw tab holds a line that is not one.');
    return bytes.indexOf(NEWLINE, this.#readCells(at)) + 1;
  }

  /** @returns where the closing bracket stands */
  #readCells(from: number): number {
    const { bytes } = this;
    let at = from;
    let count = 0;
    while (bytes[at] !== CLOSING_BRACKET) {
      if (count === this.starts.length) this.#grow();
      this.starts[count] = at;
      at = endOfCell(bytes, at);
      this.ends[count] = at;
      count += 1;
      if (bytes[at] === COMMA) at += 1;
    }
    this.count = count;
    return at;
  }

  #grow() {
    const [starts, ends] = [new Int32Array(this.starts.length * 2), new Int32Array(this.ends.length * 2)];
    starts.set(this.starts);
    ends.set(this.ends);
    this.starts = starts;
    this.ends = ends;
  }
}

/** The number of the row whose line begins at a byte: no more of the line is looked at. */
export function rowNumberAt(bytes: Buffer, start: number): number {
  return numberAt(bytes, endOfText(bytes, start + BEFORE_ID) + BEFORE_ROW);
}

/** The number whose digits begin at a byte. */
function numberAt(bytes: Buffer, start: number): number {
  let number = 0;
  for (let at = start; bytes[at]! >= 0x30 && bytes[at]! <= 0x39; at += 1) number = number * 10 + bytes[at]! - 0x30;
  return number;
}

/**
 * Writes another id into the line that begins at a byte.
 *
 * @param id as long as the one that stands there, as ids of ours are
 */
export function writeIdAt(bytes: Buffer, start: number, id: string): void {
  bytes.write(id, start + BEFORE_ID + 1, 'latin1');
}

/** Where the JSON text that begins with a quote ends. */
function endOfText(bytes: Buffer, start: number): number {
  for (let at = start + 1; at < bytes.length; at += 1) {
    const byte = bytes[at]!;
    if (byte === QUOTE) return at + 1;
    if (byte === BACKSLASH) at += 1;
  }
  throw new Error('A packed raw tab holds a text that does not end.');
}

function endOfCell(bytes: Buffer, start: number): number {
  if (bytes[start] === QUOTE) return endOfText(bytes, start);
  if (bytes[start] === OPENING_BRACE) return endOfObject(bytes, start);
  let at = start;
  while (bytes[at] !== COMMA && bytes[at] !== CLOSING_BRACKET && at < bytes.length) at += 1;
  return at;
}

/** Cells that are objects hold no others. */
function endOfObject(bytes: Buffer, start: number): number {
  let at = start + 1;
  while (bytes[at] !== CLOSING_BRACE && at < bytes.length) at = bytes[at] === QUOTE ? endOfText(bytes, at) : at + 1;
  return at + 1;
}
