import { type TextEncoding, textEncodings } from '../../../contract/textEncodings';
import type { Warning } from '../../../contract/projects';

/** How sure it is which letters a text's bytes stand for. */
export interface FoundEncoding {
  readonly encoding: TextEncoding;
  /** Another one that the bytes fit nearly as well. */
  readonly doubt?: TextEncoding;
}

/** The library's names, of all that is looked for. Where it knows several dialects of one, each of them means the same decoder. */
const names = new Map<string, TextEncoding>([
  ['windows-1252', 'windows-1252'],
  ['windows-1250', 'windows-1250'],
  ['windows-1251', 'windows-1251'],
  ['windows-1253', 'windows-1253'],
  ['windows-1254', 'windows-1254'],
  ['windows-1255', 'windows-1255'],
  ['windows-1256', 'windows-1256'],
  ['windows-1257', 'windows-1257'],
  ['koi8-r', 'koi8-r'],
  ['macroman', 'macintosh'],
  ['cp932', 'shift_jis'],
  ['gb18030', 'gb18030'],
  ['big5', 'big5'],
  ['cp949', 'euc-kr'],
  ['euc-jp', 'euc-jp'],
]);

/** What the library is asked for, which knows two of these by another name. */
const asked = [...names.keys()].map((name) => ({ macroman: 'mac-roman', big5: 'big5hkscs' })[name] ?? name);

/** Of encodings that differ in few letters the one that more programs write has the better of a near tie. */
const preference: Partial<Record<TextEncoding, number>> = { 'windows-1252': 1.25, macintosh: 1.1 };

/** Encodings of two bytes a letter: such letters come one after the other. */
const wide: ReadonlySet<TextEncoding> = new Set(['shift_jis', 'gb18030', 'big5', 'euc-kr', 'euc-jp']);

/** How much better the first has to be than the second for there to be no doubt. */
const CLEARLY = 1.3;

const hasNeighbours = (sample: Buffer) => sample.some((byte, at) => byte >= 0x80 && (sample[at + 1] ?? 0) >= 0x80);

/**
 * Finds the encoding of a text that is not Unicode by how well its bytes make words of some language (jschardet, which is read only
 * when such a text comes: its statistics are a megabyte).
 *
 * @param sample parts of it in which bytes above ASCII stand
 */
export async function findEncoding(sample: Buffer): Promise<FoundEncoding> {
  const { detectAll } = await import('jschardet');
  const found = detectAll(sample, { detectEncodings: asked, minimumThreshold: 0 });
  const isWide = hasNeighbours(sample);
  const ranked = found
    .flatMap(({ encoding: name, confidence }) => {
      const encoding = names.get((name ?? '').toLowerCase());
      if (encoding === undefined || (wide.has(encoding) && !isWide)) return [];
      return [{ encoding, likely: confidence * (preference[encoding] ?? 1) }];
    })
    .toSorted((one, other) => other.likely - one.likely);
  const [first] = ranked;
  if (first === undefined) return { encoding: 'windows-1252', doubt: 'macintosh' };
  const text = readAs(sample, first.encoding);
  const encoding = readAs(sample, 'windows-1252') === text ? 'windows-1252' : first.encoding;
  const rival = ranked.find((other) => readAs(sample, other.encoding) !== text);
  const isClear = rival === undefined || first.likely >= rival.likely * CLEARLY;
  return isClear ? { encoding } : { encoding, doubt: rival.encoding };
}

const readAs = (sample: Buffer, encoding: TextEncoding) => new TextDecoder(encoding).decode(sample);

/** A word about a text whose letters may be others. */
export const unsureEncoding = (encoding: TextEncoding, doubt: TextEncoding): Warning => ({
  code: 'unsure_encoding',
  detail: `The file does not say how its letters are written. It was read as ${textEncodings[encoding]}, and could be ${textEncodings[doubt]}. If letters look wrong, choose another encoding.`,
});
