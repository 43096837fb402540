/** Kind of date or time a number format shows. `elapsed` is a duration such as 25:30:00. */
export type MomentKind = 'date' | 'datetime' | 'time' | 'elapsed';

/**
 * Codes of built-in formats, which files identify by number only (ECMA-376 part 1, section 18.8.30), in English. They are the
 * standard's, except 14 and 37 to 44, which are those of Excel for the United States ("Number format codes" of Microsoft; the
 * standard has `mm-dd-yy` and `#,##0 ;(#,##0)`).
 */
const builtInCodes = new Map<number, string>([
  [1, '0'],
  [2, '0.00'],
  [3, '#,##0'],
  [4, '#,##0.00'],
  [5, '"$"#,##0_);("$"#,##0)'],
  [6, '"$"#,##0_);[Red]("$"#,##0)'],
  [7, '"$"#,##0.00_);("$"#,##0.00)'],
  [8, '"$"#,##0.00_);[Red]("$"#,##0.00)'],
  [9, '0%'],
  [10, '0.00%'],
  [11, '0.00E+00'],
  [12, '# ?/?'],
  [13, '# ??/??'],
  [14, 'm/d/yy'],
  [15, 'd-mmm-yy'],
  [16, 'd-mmm'],
  [17, 'mmm-yy'],
  [18, 'h:mm AM/PM'],
  [19, 'h:mm:ss AM/PM'],
  [20, 'h:mm'],
  [21, 'h:mm:ss'],
  [22, 'm/d/yy h:mm'],
  [37, '#,##0_);(#,##0)'],
  [38, '#,##0_);[Red](#,##0)'],
  [39, '#,##0.00_);(#,##0.00)'],
  [40, '#,##0.00_);[Red](#,##0.00)'],
  [41, '_(* #,##0_);_(* (#,##0);_(* "-"_);_(@_)'],
  [42, '_("$"* #,##0_);_("$"* (#,##0);_("$"* "-"_);_(@_)'],
  [43, '_(* #,##0.00_);_(* (#,##0.00);_(* "-"??_);_(@_)'],
  [44, '_("$"* #,##0.00_);_("$"* (#,##0.00);_("$"* "-"??_);_(@_)'],
  [45, 'mm:ss'],
  [46, '[h]:mm:ss'],
  [47, 'mm:ss.0'],
  [48, '##0.0E+0'],
]);

const idsByCode = new Map([...builtInCodes].map(([id, code]) => [code, id]));

/** Returns the number of a built-in format; undefined for other codes. */
export const idOfCode = (code: string): number | undefined => idsByCode.get(code);

/** Returns the code of a number format; undefined for General, for text, and for East Asian formats, which have a number only. */
export function codeOfFormat(id: number, code: string | undefined): string | undefined {
  const found = code ?? builtInCodes.get(id);
  return found === undefined || /^(?:general|@)?$/i.test(found) ? undefined : found;
}

/** Returns the kind of date or time a format shows; undefined for other formats. */
export function momentOfFormat(id: number, code = builtInCodes.get(id)): MomentKind | undefined {
  if (code !== undefined) return momentOfCode(code);
  // East Asian formats have a different code in each language.
  if (id === 32 || id === 33) return 'time';
  return (id >= 27 && id <= 36) || (id >= 50 && id <= 58) ? 'date' : undefined;
}

/** Literal parts of a code: quoted text, escaped, fill and spacing characters, colours, locales. */
export const LITERAL = /"[^"]*"?|\\.|[_*].|\[(?!(?:h+|m+|s+)\])[^\]]*\]?/gi;
const FRACTION = /(s\]?)\.0+/gi;
const TOKEN = /\[(?:h+|m+|s+)\]|am\/pm|a\/p|h+|s+|y+|d+|m+|e(?![+-])|g+|b+/gi;

function momentOfCode(code: string): MomentKind | undefined {
  const first = code.replace(LITERAL, '').split(';')[0] ?? '';
  if (/general|[0#?@%]/i.test(first.replace(FRACTION, '$1'))) return undefined;
  const tokens = first.toLowerCase().match(TOKEN) ?? [];
  if (tokens.some((token) => token.startsWith('['))) return 'elapsed';
  const timeTokens = tokens.filter((_, index) => isTime(tokens, index));
  if (timeTokens.length === 0) return tokens.length === 0 ? undefined : 'date';
  return timeTokens.length < tokens.length ? 'datetime' : 'time';
}

/** Returns whether a token shows a part of a time. `m` is minutes after hours or before seconds, and otherwise months. */
function isTime(tokens: readonly string[], index: number): boolean {
  const token = tokens[index]!;
  if (!token.startsWith('m')) return /^(?:h|s|am|a\/)/.test(token);
  return /^h/.test(tokens[index - 1] ?? '') || /^s/.test(tokens[index + 1] ?? '');
}
