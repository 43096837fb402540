import { unescaped } from './escapes';

/** How a stretch of XML text can be taken. */
export const Text = {
  /** By the parser alone. */
  UNUSUAL: 0,
  /** Its bytes are its JSON, but for the quotes around. */
  PLAIN: 1,
  /** See {@link textOf}. */
  ESCAPED: 2,
} as const;
export type Text = (typeof Text)[keyof typeof Text];

const UNDERSCORE = 0x5f;
const SMALL_X = 0x78;

/** By byte; what is not told is plain. */
const table = new Uint8Array(256).fill(Text.PLAIN);
table.fill(Text.UNUSUAL, 0, 0x20);
for (const byte of Buffer.from('<>')) table[byte] = Text.UNUSUAL;
for (const byte of Buffer.from('\t\n"\\&')) table[byte] = Text.ESCAPED;

/** How the text between two tags can be taken; it is valid UTF-8. */
export function textKindOf(bytes: Buffer, from: number, to: number): Text {
  let kind: Text = Text.PLAIN;
  for (let at = from; at < to; at += 1) {
    const byte = bytes[at]!;
    const what = table[byte]!;
    if (what === Text.UNUSUAL) return Text.UNUSUAL;
    if (what === Text.ESCAPED || (byte === UNDERSCORE && bytes[at + 1] === SMALL_X)) kind = Text.ESCAPED;
    // U+FFFE and U+FFFF are no characters of XML.
    if (byte === 0xef && bytes[at + 1] === 0xbf && bytes[at + 2]! >= 0xbe) return Text.UNUSUAL;
  }
  return kind;
}

const REFERENCE = /&([^;]*);?/g;
const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/**
 * A text that is not unusual, with what its entities stand for.
 *
 * @returns undefined where one is not of the five that every document has
 */
export function textOf(bytes: Buffer, from: number, to: number): string | undefined {
  const written = bytes.toString('utf8', from, to);
  if (!written.includes('&')) return written;
  let isKnown = true;
  const text = written.replaceAll(REFERENCE, (reference, name: string) => {
    const meant = reference.endsWith(';') && Object.hasOwn(entities, name) ? entities[name] : undefined;
    if (meant === undefined) isKnown = false;
    return meant ?? '';
  });
  return isKnown ? text : undefined;
}

/** As {@link textOf}, for texts in which the format has escapes of its own. */
export function cellTextOf(bytes: Buffer, from: number, to: number): string | undefined {
  const text = textOf(bytes, from, to);
  return text === undefined ? undefined : unescaped(text);
}
