/** A piece of one section of a number format (ECMA-376 part 1, section 18.8.31). */
export type FormatToken =
  /** Shown as it is. */
  | { readonly kind: 'literal'; readonly text: string }
  /** Stands for a digit; what shows where there is none. */
  | { readonly kind: 'digit'; readonly blank: '0' | '' | ' ' }
  | { readonly kind: 'point' | 'comma' | 'percent' | 'general' | 'text' }
  /** `E+00`: its sign is always shown, or where it is negative only. */
  | { readonly kind: 'exponent'; readonly plus: boolean }
  /** A part of a date or a time, in lower case: `yyyy`, `m`, `[h]`, `am/pm`, `a/p`. */
  | { readonly kind: 'moment'; readonly text: string };

/** One of up to four parts of a format, by the sign of the number. */
export type FormatSection = readonly FormatToken[];

const BLANKS = { '0': '0', '#': '', '?': ' ' } as const;

type Read = (rest: string) => { readonly token: FormatToken | undefined; readonly length: number } | undefined;

const literal = (text: string): FormatToken => ({ kind: 'literal', text });

/** Whether a locale, as a file numbers them, is one of the English language. */
const isEnglish = (locale: string) => locale === '' || (parseInt(locale, 16) & 0x3ff) === 9;

/** A currency is shown, a locale is not; colours say how it looks. Conditions and other languages are more than is read here. */
function bracketed(rest: string): ReturnType<Read> {
  const [whole, inside = ''] = /^\[([^\]]*)\]/.exec(rest) ?? [];
  if (whole === undefined) return undefined;
  if (/^(?:h+|m+|s+)$/i.test(inside))
    return { token: { kind: 'moment', text: whole.toLowerCase() }, length: whole.length };
  const [, currency, locale = ''] = /^\$([^-]*)(?:-([0-9a-f]+))?$/i.exec(inside) ?? [];
  if (currency !== undefined && (currency !== '' || isEnglish(locale)))
    return { token: literal(currency), length: whole.length };
  if (/^(?:black|blue|cyan|green|magenta|red|white|yellow|colou?r ?\d+)$/i.test(inside)) {
    return { token: undefined, length: whole.length };
  }
  return undefined;
}

function quoted(rest: string): ReturnType<Read> {
  const [whole, inside = ''] = /^"([^"]*)"/.exec(rest) ?? [];
  return whole === undefined ? undefined : { token: literal(inside), length: whole.length };
}

const one = (token: FormatToken | undefined, length: number) => ({ token, length });

/** A backslash shows what follows, `_` leaves as much room as it takes, `*` fills with it. */
function escapedSign(rest: string): ReturnType<Read> {
  const [sign, shown] = [...rest];
  if (sign === undefined || shown === undefined) return undefined;
  return one(sign === '\\' ? literal(shown) : sign === '_' ? literal(' ') : undefined, 1 + shown.length);
}

const MOMENT = /^(?:am\/pm|a\/p|y+|m+|d+|h+|s+)/i;
const PLAIN = /^[-$+/():!^&'~{}<>= €£¥₤]/u;

function readToken(rest: string): ReturnType<Read> {
  const sign = rest[0] ?? '';
  if (sign === '"') return quoted(rest);
  if (sign === '[') return bracketed(rest);
  if (sign === '\\' || sign === '_' || sign === '*') return escapedSign(rest);
  if (sign === '0' || sign === '#' || sign === '?') return one({ kind: 'digit', blank: BLANKS[sign] }, 1);
  if (sign === '.') return one({ kind: 'point' }, 1);
  if (sign === ',') return one({ kind: 'comma' }, 1);
  if (sign === '%') return one({ kind: 'percent' }, 1);
  if (sign === '@') return one({ kind: 'text' }, 1);
  const [exponent] = /^e[+-]/i.exec(rest) ?? [];
  if (exponent !== undefined) return one({ kind: 'exponent', plus: exponent.endsWith('+') }, 2);
  const [general] = /^general/i.exec(rest) ?? [];
  if (general !== undefined) return one({ kind: 'general' }, general.length);
  const [moment] = MOMENT.exec(rest) ?? [];
  if (moment !== undefined) return one({ kind: 'moment', text: moment.toLowerCase() }, moment.length);
  const [plain] = PLAIN.exec(rest) ?? [];
  return plain === undefined ? undefined : one(literal(plain), plain.length);
}

/**
 * Takes a number format apart.
 *
 * @returns its sections; undefined where there is anything in it that is not read here, such as conditions
 */
export function formatSections(code: string): readonly FormatSection[] | undefined {
  const sections: FormatToken[][] = [[]];
  for (let at = 0; at < code.length;) {
    if (code[at] === ';') {
      sections.push([]);
      at += 1;
      continue;
    }
    const read = readToken(code.slice(at));
    if (read === undefined) return undefined;
    if (read.token !== undefined) sections.at(-1)?.push(read.token);
    at += read.length;
  }
  return sections.length > 4 ? undefined : sections;
}
