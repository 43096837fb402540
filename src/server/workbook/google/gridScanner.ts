const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Of `{` and `[`. */
const isOpening = (byte: number) => byte === 0x7b || byte === 0x5b;

/** Of `}` and `]`. */
const isClosing = (byte: number) => byte === 0x7d || byte === 0x5d;

/** How deep the rows of a spreadsheet are: spreadsheet, `sheets`, a sheet, `data`, a grid, `rowData`. */
const ROWS_DEPTH = 6;
const SHEETS_DEPTH = 2;

interface Found {
  /** A sheet begins. */
  sheet(): void;
  /** One of its rows, as JSON. */
  row(json: string): void;
}

/**
 * Takes the rows out of the JSON of a spreadsheet as it comes, one by one: as a whole it would take many times its size. A row
 * is found by its depth alone: nothing else that is requested lies as deep.
 */
export class GridScanner {
  private depth = 0;
  private inText = false;
  private escaped = false;
  private readonly rest: Buffer[] = [];
  private row: Buffer[] = [];

  constructor(private readonly found: Found) {}

  feed(bytes: Buffer) {
    let start = 0;
    for (let at = 0; at < bytes.length; at += 1) {
      const byte = bytes[at]!;
      if (this.inText) this.passText(byte);
      else if (byte === QUOTE) this.inText = true;
      else if (isOpening(byte)) {
        if (this.depth === ROWS_DEPTH) {
          this.rest.push(withoutCommas(bytes.subarray(start, at)));
          start = at;
        } else if (this.depth === SHEETS_DEPTH) this.found.sheet();
        this.depth += 1;
      } else if (isClosing(byte)) {
        this.depth -= 1;
        if (this.depth !== ROWS_DEPTH) continue;
        this.row.push(bytes.subarray(start, at + 1));
        this.found.row(Buffer.concat(this.row).toString('utf8'));
        this.row = [];
        start = at + 1;
      }
    }
    this.keep(bytes.subarray(start));
  }

  /** All that is not rows, as JSON. */
  whole(): string {
    return Buffer.concat(this.rest).toString('utf8');
  }

  private passText(byte: number) {
    if (this.escaped) this.escaped = false;
    else if (byte === BACKSLASH) this.escaped = true;
    else if (byte === QUOTE) this.inText = false;
  }

  private keep(bytes: Buffer) {
    if (this.depth > ROWS_DEPTH) this.row.push(Buffer.from(bytes));
    else this.rest.push(this.depth === ROWS_DEPTH ? withoutCommas(bytes) : Buffer.from(bytes));
  }
}

/** What stands between two rows; before the first one it ends with the bracket of their list. */
function withoutCommas(bytes: Buffer): Buffer {
  const text = bytes.toString('latin1');
  return /^[\s,]*$/.test(text) ? Buffer.alloc(0) : Buffer.from(bytes);
}
