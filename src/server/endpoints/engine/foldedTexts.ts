import type { TextOperator } from './engine';
import type { ServedColumn } from './servedColumn';
import { runAtOnce, type Steps } from './steps';
import { foldAccents, foldCase, textOf } from './values';

const STEPS = 1 << 12;
/** Bytes of texts that lie together, where none of them is longer. */
const BLOCK = 1 << 18;
/** So many findings are remembered. */
const MOST_FOUND = 4;
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

/** Texts that lie side by side, in one piece of memory in which a text is found without looking at them one by one. */
interface TextBlock {
  /** Each text has {@link END} behind it, and the first one before it too. */
  readonly bytes: Buffer;
  /** The number of the first text. */
  readonly first: number;
}

/** The texts of a column's values, folded. Numbered by code, or by place where the column holds numbers. */
export class FoldedTexts {
  /** By what was sought. */
  readonly #found = new Map<string, Uint8Array>();

  constructor(
    /** What the column was when it was folded; it may have become a coded one since. */
    readonly kind: ServedColumn['kind'],
    private readonly blocks: readonly TextBlock[],
    /** Where each text ends in its block, the byte behind it included. */
    private readonly ends: Uint32Array,
  ) {}

  get bytes(): number {
    const ofTexts = this.blocks.reduce((bytes, block) => bytes + block.bytes.length, 0);
    return ofTexts + this.ends.length * (4 + this.#found.size);
  }

  /** By number: 1 where the text contains, begins or ends with another, folded likewise. */
  find(op: FoldedOperator, sought: string): Uint8Array {
    return runAtOnce(this.findInSteps(op, sought));
  }

  /** As {@link find}, a block at a time; what has been found lately is at hand. */
  *findInSteps(op: FoldedOperator, sought: string): Steps<Uint8Array> {
    const name = `${op} ${sought}`;
    const known = this.#found.get(name);
    if (known !== undefined) return known;
    const hits = new Uint8Array(this.ends.length);
    const needle = needleOf(op, sought);
    // What begins is found behind the end of the text before.
    const shift = op === 'startswith' ? 1 : 0;
    for (const [n, block] of this.blocks.entries()) {
      this.#findIn(block, this.blocks[n + 1]?.first ?? this.ends.length, { needle, shift, hits });
      yield;
    }
    if (this.#found.size >= MOST_FOUND) this.#found.clear();
    this.#found.set(name, hits);
    return hits;
  }

  #findIn({ bytes, first }: TextBlock, end: number, { needle, shift, hits }: Search) {
    for (let at = bytes.indexOf(needle); at >= 0;) {
      const number = this.#numberAt(at + shift, first, end);
      hits[number] = 1;
      at = bytes.indexOf(needle, this.ends[number]! - shift);
    }
  }

  /** The number of the text that holds a position in its block, from one on, before another. */
  #numberAt(position: number, first: number, end: number): number {
    let [low, high] = [first, end];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.ends[middle]! <= position) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** What is looked for, how much farther on the text that holds it begins, and where that is told. */
interface Search {
  readonly needle: Buffer;
  readonly shift: number;
  readonly hits: Uint8Array;
}

const needleOf = (op: FoldedOperator, sought: string): Buffer =>
  Buffer.concat([
    Buffer.from(op === 'startswith' ? [END] : []),
    Buffer.from(sought),
    Buffer.from(op === 'endswith' ? [END] : []),
  ]);

/** Folds the texts of a column: of its first `count` places where it holds numbers. */
export function* buildFoldedTexts(column: ServedColumn, count: number, folding: Folding): Steps<FoldedTexts> {
  const fold = folds[folding];
  const isCoded = column.kind === 'codes';
  // Numbers are shifted by one, as codes are: number 0 is empty.
  const length = isCoded ? column.dictionary.size : count + 1;
  const ends = new Uint32Array(length);
  const blocks: TextBlock[] = [];
  let writing = newBlock(0, 0);
  for (let n = 0; n < length; n += 1) {
    const value = n === 0 ? null : isCoded ? column.dictionary.value(n) : column.value(n - 1);
    const text = value === null ? '' : fold(textOf(value));
    const most = text.length * 3 + 1;
    if (writing.at + most > writing.bytes.length) {
      blocks.push({ bytes: writing.bytes.subarray(0, writing.at), first: writing.first });
      writing = newBlock(n, most);
    }
    writing.at += writing.bytes.write(text, writing.at);
    writing.bytes[writing.at++] = END;
    ends[n] = writing.at;
    if (n % STEPS === 0) yield;
  }
  // Of the last block much may be empty.
  blocks.push({ bytes: Buffer.from(writing.bytes.subarray(0, writing.at)), first: writing.first });
  return new FoldedTexts(column.kind, blocks, ends);
}

function newBlock(first: number, most: number) {
  const bytes = Buffer.allocUnsafeSlow(Math.max(BLOCK, most + 1));
  bytes[0] = END;
  return { bytes, first, at: 1 };
}
