const HEAD_END = Buffer.from('\r\n\r\n');
const LINE_END = Buffer.from('\r\n');
const LENGTH = /\r\ncontent-length: *(\d+)/i;
const CHUNKED = /\r\ntransfer-encoding: *chunked/i;

type Expected = 'head' | 'body' | 'chunk size' | 'chunk' | 'last chunk';

/** Parses HTTP/1.1 responses from the bytes of one connection, as far as needed to find the end of each (RFC 9112). */
export class AnswerReader {
  #expected: Expected = 'head';
  #left = 0;
  #status = 0;
  /** Start of an incomplete head or line. */
  #pending: Buffer | undefined;

  constructor(private readonly answered: (status: number) => void) {}

  read(arrived: Buffer): void {
    const bytes = this.#pending === undefined ? arrived : Buffer.concat([this.#pending, arrived]);
    this.#pending = undefined;
    let at = 0;
    while (at < bytes.length) at = this.#left > 0 ? this.#skip(bytes, at) : this.#readLines(bytes, at);
  }

  #skip(bytes: Buffer, at: number): number {
    const skipped = Math.min(this.#left, bytes.length - at);
    this.#left -= skipped;
    if (this.#left > 0) return at + skipped;
    if (this.#expected === 'chunk') this.#expected = 'chunk size';
    else this.#finish();
    return at + skipped;
  }

  #readLines(bytes: Buffer, at: number): number {
    const mark = this.#expected === 'head' ? HEAD_END : LINE_END;
    const end = bytes.indexOf(mark, at);
    if (end < 0) {
      // The buffer of incoming bytes is reused.
      this.#pending = Buffer.from(bytes.subarray(at));
      return bytes.length;
    }
    const text = bytes.toString('latin1', at, end);
    if (this.#expected === 'head') this.#takeHead(text);
    else this.#takeChunkSize(text);
    return end + mark.length;
  }

  #takeHead(head: string) {
    this.#status = Number(head.slice(9, 12));
    const length = LENGTH.exec(head)?.[1];
    const isBodiless = this.#status === 304 || this.#status === 204 || length === '0';
    if (isBodiless) return this.#finish();
    if (length !== undefined) return this.#expect('body', Number(length));
    if (!CHUNKED.test(head)) throw new Error(`An answer without length: ${head}`);
    this.#expected = 'chunk size';
  }

  #takeChunkSize(line: string) {
    const size = Number.parseInt(line, 16);
    this.#expect(size === 0 ? 'last chunk' : 'chunk', size + LINE_END.length);
  }

  #expect(expected: Expected, length: number) {
    this.#expected = expected;
    this.#left = length;
  }

  #finish() {
    this.#expected = 'head';
    this.answered(this.#status);
  }
}
