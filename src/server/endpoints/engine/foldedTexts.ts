import type { TextOperator } from './engine';
import type { ServedColumn } from './servedColumn';
import type { Steps } from './sorting';
import { foldAccents, foldCase, textOf } from './values';

const STEPS = 1 << 12;
/** A byte that UTF-8 has not; it stands behind every text. */
const END = 0xff;

export type Folding = 'case' | 'accents';

/** Operators that folded texts answer. */
export type FoldedOperator = Exclude<TextOperator, 'like' | 'ilike'>;

export const folds: Record<Folding, (text: string) => string> = { case: foldCase, accents: foldAccents };

/** Half a character, which UTF-8 cannot say, and what it says instead. */
const UNSAYABLE = /[\p{Surrogate}\ufffd]/u;

/** Whether folded texts can be searched for a text. */
export const isSayable = (text: string): boolean => text !== '' && !UNSAYABLE.test(text);

/** Whether numbers may hold a text, as they are written in JSON. */
export const isOfNumbers = (text: string): boolean => /^[-+.\de]*$/.test(foldAccents(text));

/**
 * The texts of a column's values, folded, in one piece of memory, in which a text is found without looking at them one by
 * one. Numbered by code, or by place where the column holds numbers.
 */
export class FoldedTexts {
  constructor(
    /** What the column was when it was folded; it may have become a coded one since. */
    readonly kind: ServedColumn['kind'],
    private readonly texts: Buffer,
    /** Where each text ends, the byte behind it included. */
    private readonly ends: Uint32Array,
  ) {}

  get bytes(): number {
    return this.texts.length + this.ends.length * 4;
  }

  /** By number: 1 where the text contains, begins or ends with another, folded likewise. */
  find(op: FoldedOperator, sought: string): Uint8Array {
    const hits = new Uint8Array(this.ends.length);
    const needle = Buffer.concat([
      Buffer.from(op === 'startswith' ? [END] : []),
      Buffer.from(sought),
      Buffer.from(op === 'endswith' ? [END] : []),
    ]);
    // What begins is found behind the end of the text before; number 0 stands before all and is empty.
    const shift = op === 'startswith' ? 1 : 0;
    for (let at = this.texts.indexOf(needle); at >= 0;) {
      const number = this.#numberAt(at + shift);
      if (number < hits.length) hits[number] = 1;
      const next = this.ends[number] ?? this.texts.length;
      at = this.texts.indexOf(needle, op === 'startswith' ? next - 1 : next);
    }
    return hits;
  }

  #numberAt(position: number): number {
    let [low, high] = [0, this.ends.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.ends[middle]! <= position) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** Folds the texts of a column: of its first `count` places where it holds numbers. */
export function* buildFoldedTexts(column: ServedColumn, count: number, folding: Folding): Steps<FoldedTexts> {
  const fold = folds[folding];
  const isCoded = column.kind === 'codes';
  // Numbers are shifted by one, as codes are, so that something stands before the first.
  const length = isCoded ? column.dictionary.size : count + 1;
  const ends = new Uint32Array(length);
  const blocks: Buffer[] = [];
  let pending = Buffer.allocUnsafe(1 << 16);
  let [at, flushed] = [0, 0];
  for (let n = 0; n < length; n += 1) {
    const value = n === 0 ? null : isCoded ? column.dictionary.value(n) : column.value(n - 1);
    const text = value === null ? '' : fold(textOf(value));
    if (at + text.length * 3 + 1 > pending.length) {
      blocks.push(pending.subarray(0, at));
      flushed += at;
      pending = Buffer.allocUnsafe(Math.max(1 << 16, text.length * 3 + 1));
      at = 0;
    }
    at += pending.write(text, at);
    pending[at++] = END;
    ends[n] = flushed + at;
    if (n % STEPS === 0) yield;
  }
  return new FoldedTexts(column.kind, Buffer.concat([...blocks, pending.subarray(0, at)]), ends);
}
