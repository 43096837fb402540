import { attribute, nextAttribute, standsAt, wholeNumber } from './quickTags';
import { Text, textKindOf, textOf } from './quickText';

const LESS = 0x3c;
const CLOSING = 0x3e;
const SLASH = 0x2f;
const [R, S, T] = [0x72, 0x73, 0x74];

/** Tags within a cell, with the prefix that a file gives them. */
class Tags {
  readonly value: Buffer;
  readonly valueEnd: Buffer;
  readonly formula: Buffer;
  readonly formulaEnd: Buffer;
  readonly inline: readonly Buffer[];
  readonly inlineEnd: Buffer;
  readonly end: Buffer;

  constructor(readonly prefix: string) {
    const tag = (text: string) =>
      Buffer.from(text.replaceAll('<', `<${prefix}`).replaceAll(`<${prefix}/`, `</${prefix}`));
    this.value = tag('<v>');
    this.valueEnd = tag('</v>');
    this.formula = tag('<f');
    this.formulaEnd = tag('</f>');
    this.inline = [tag('<is><t>'), tag('<is><t xml:space="preserve">')];
    this.inlineEnd = tag('</t></is>');
    this.end = tag('</c>');
  }
}

/** A `c` element, read from its bytes. One is used for all cells, one after the other. */
export class QuickCell {
  /** 1-based; 0 when the cell does not say it. */
  column = 0;
  style = 0;
  /** Bytes of `t`; empty when it is not there. */
  typeFrom = 0;
  typeTo = 0;
  /** Bytes of the value, or of the inline text; empty when there is none. */
  from = 0;
  to = 0;
  isInline = false;
  formula: string | undefined;
  /** Number of the formula it shares. */
  sharing: string | undefined;
  private tags = new Tags('');

  use(prefix: string): void {
    if (prefix !== this.tags.prefix) this.tags = new Tags(prefix);
  }

  /** @param at behind `<c` @returns where the cell ends; negative where it is unusual */
  read(bytes: Buffer, at: number): number {
    this.column = this.style = this.typeFrom = this.typeTo = this.from = this.to = 0;
    this.isInline = false;
    this.formula = this.sharing = undefined;
    const next = this.attributes(bytes, at);
    if (next < 0) return -1;
    return bytes[next] === SLASH ? next + 2 : this.children(bytes, next + 1);
  }

  private attributes(bytes: Buffer, start: number): number {
    for (let at = nextAttribute(bytes, start); ; at = nextAttribute(bytes, at)) {
      const { name, nameLength, from, to } = attribute;
      if (at < 0 || nameLength === 0) return at;
      if (nameLength > 1) continue;
      if (name === R) this.column = columnOf(bytes, from, to);
      else if (name === S) this.style = wholeNumber(bytes, from, to);
      else if (name === T) [this.typeFrom, this.typeTo] = [from, to];
      if (this.column < 0 || this.style < 0) return -1;
    }
  }

  private children(bytes: Buffer, start: number): number {
    const { tags } = this;
    for (let at = start; at > 0;) {
      if (standsAt(bytes, at, tags.value)) at = this.value(bytes, at + tags.value.length, tags.valueEnd);
      else if (standsAt(bytes, at, tags.end)) return at + tags.end.length;
      else if (standsAt(bytes, at, tags.formula)) at = this.readFormula(bytes, at + tags.formula.length);
      else at = this.inline(bytes, at);
    }
    return -1;
  }

  private value(bytes: Buffer, from: number, endTag: Buffer): number {
    let to = from;
    while (bytes[to] !== LESS && to < bytes.length) to += 1;
    if (this.to > 0 || !standsAt(bytes, to, endTag)) return -1;
    this.from = from;
    this.to = to;
    return to + endTag.length;
  }

  private inline(bytes: Buffer, at: number): number {
    const { inline, inlineEnd } = this.tags;
    const tag = inline.find((one) => standsAt(bytes, at, one));
    this.isInline = true;
    return tag === undefined ? -1 : this.value(bytes, at + tag.length, inlineEnd);
  }

  private readFormula(bytes: Buffer, start: number): number {
    if (this.formula !== undefined) return -1;
    const open = this.formulaAttributes(bytes, start);
    if (open < 0) return -1;
    this.formula = '';
    if (bytes[open] === SLASH) return open + 2;
    const to = bytes.indexOf(LESS, open);
    if (bytes[open] !== CLOSING || to < 0 || textKindOf(bytes, open + 1, to) === Text.UNUSUAL) return -1;
    this.formula = textOf(bytes, open + 1, to);
    return this.formula !== undefined && standsAt(bytes, to, this.tags.formulaEnd)
      ? to + this.tags.formulaEnd.length
      : -1;
  }

  private formulaAttributes(bytes: Buffer, start: number): number {
    let isShared = false;
    let number: string | undefined;
    for (let at = nextAttribute(bytes, start); ; at = nextAttribute(bytes, at)) {
      const { name, nameLength, from, to } = attribute;
      if (at < 0 || nameLength === 0) {
        this.sharing = isShared ? number : undefined;
        return at;
      }
      if (nameLength === 1 && name === T) isShared = bytes.toString('latin1', from, to) === 'shared';
      if (nameLength === 2 && name === S) number = bytes.toString('utf8', from, to);
    }
  }
}

/** The 1-based column at the start of an address such as `AB12`; negative where it has none. */
function columnOf(bytes: Buffer, from: number, to: number): number {
  let column = 0;
  for (let at = from; at < to; at += 1) {
    const letter = bytes[at]! - 0x40;
    if (letter < 1 || letter > 26) break;
    column = column * 26 + letter;
  }
  return column === 0 ? -1 : column;
}
