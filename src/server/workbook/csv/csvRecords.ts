import { readingLimits } from '../readingLimits';
import { damaged, tooLarge } from '../refusals';

const [QUOTE, LINE_FEED, CARRIAGE_RETURN] = [0x22, 0x0a, 0x0d];

/**
 * Takes apart a text of separated fields that comes in pieces (RFC 4180, and what programs make of it): lines of any number of
 * fields, ended by LF, CR or both. A quote inside a field that does not begin with one is taken as it stands, and so are those around
 * a text that something else follows.
 */
export class CsvRecords {
  /** What has come of the text, from the record at `#at` on. */
  #text = '';
  #at = 0;
  #isWhole = false;
  #records = 0;
  readonly #separator: number;

  /**
   * @param separator one character
   * @param put takes the fields of each record
   */
  constructor(
    separator: string,
    private readonly put: (fields: readonly string[]) => void,
  ) {
    this.#separator = separator.charCodeAt(0);
  }

  /** @throws Refusal `too_large` for a record that has not ended after 4 million characters */
  write(piece: string): void {
    this.#text = this.#text.slice(this.#at) + piece;
    this.#at = 0;
    this.#putRecords();
    if (this.#text.length - this.#at <= readingLimits.piece) return;
    const quote = 'Perhaps a quotation mark in it is never closed.';
    throw tooLarge(`Row ${this.#records + 1} has more than 4 million characters. ${quote}`);
  }

  /** Says that there are no more pieces. @throws Refusal `damaged_workbook` for a quote that is not closed */
  end(): void {
    this.#isWhole = true;
    this.#putRecords();
    if (this.#at < this.#text.length) throw damaged(`a quotation mark in row ${this.#records + 1} is never closed`);
  }

  /** Puts the records whose end has come. */
  #putRecords() {
    while (this.#at < this.#text.length) {
      const fields = this.#nextRecord();
      if (fields === undefined) return;
      this.#records += 1;
      this.put(fields);
    }
  }

  #nextRecord(): string[] | undefined {
    const fields: string[] = [];
    for (let start = this.#at; ;) {
      const end = this.#addField(fields, start);
      if (end < 0) return undefined;
      const unit = this.#text.charCodeAt(end);
      start = end + 1;
      if (unit === this.#separator) continue;
      this.#at = unit === CARRIAGE_RETURN && this.#text.charCodeAt(start) === LINE_FEED ? start + 1 : start;
      return fields;
    }
  }

  /** @returns where the field ends; negative where its end has not come */
  #addField(fields: string[], start: number): number {
    const text = this.#text;
    const isQuoted = text.charCodeAt(start) === QUOTE;
    const close = isQuoted ? this.#closingQuote(start + 1) : start - 1;
    const end = isQuoted && close < 0 ? close : this.#endOfField(close + 1);
    if (end < 0) return end;
    if (!isQuoted) fields.push(text.slice(start, end));
    else {
      const inside = text.slice(start + 1, close).replaceAll('""', '"');
      fields.push(end === close + 1 ? inside : `"${inside}${text.slice(close, end)}`);
    }
    return end;
  }

  /** Where the quote is that closes a field; negative where it has not come. */
  #closingQuote(start: number): number {
    const text = this.#text;
    let at = text.indexOf('"', start);
    while (at >= 0 && text.charCodeAt(at + 1) === QUOTE) at = text.indexOf('"', at + 2);
    return at + 1 < text.length || this.#isWhole ? at : -1;
  }

  /** Where the next separator or end of a line is; negative where neither has come. */
  #endOfField(start: number): number {
    const text = this.#text;
    const separator = this.#separator;
    let at = start;
    for (; at < text.length; at += 1) {
      const unit = text.charCodeAt(at);
      if (unit === separator || unit === LINE_FEED || unit === CARRIAGE_RETURN) break;
    }
    // A line feed may follow as the next character.
    return this.#isWhole || at + 1 < text.length || text.charCodeAt(at) === LINE_FEED ? at : -1;
  }
}
