import type { FormatSection, FormatToken } from './formatTokens';

type Digit = Extract<FormatToken, { kind: 'digit' }>;

/** Digits of a number that a spreadsheet keeps. */
const PRECISION = 15;

/** Decimals that can be shown. */
const MOST_DECIMALS = 30;

const isDigit = (token: FormatToken): token is Digit => token.kind === 'digit';

/** Digits before and behind the point, without zeros in front; halves are rounded away from zero. */
interface Digits {
  readonly whole: string;
  readonly decimals: string;
}

function rounded(number: number, decimals: number): Digits {
  const [mantissa = '0', power = '0'] = number.toExponential(PRECISION - 1).split('e');
  // Digits with the point behind the first, moved by the power.
  const all = mantissa.replace('.', '');
  const wanted = Number(power) + 1 + decimals;
  const kept = wanted <= 0 ? 0n : BigInt(all.slice(0, wanted).padEnd(wanted, '0'));
  const next = wanted < 0 ? '0' : (all[wanted] ?? '0');
  const text = String(kept + (next >= '5' ? 1n : 0n)).padStart(decimals + 1, '0');
  const at = text.length - decimals;
  return { whole: text.slice(0, at).replace(/^0+/, ''), decimals: text.slice(at) };
}

/** The part before the point: digits from the right, all that are left before the first place. */
function wholePart(tokens: FormatSection, digits: string, isGrouped: boolean): string {
  let [text, left, count] = ['', digits, 0];
  const put = (digit: string) => {
    text = (isGrouped && count > 0 && count % 3 === 0 ? `${digit},` : digit) + text;
    count += 1;
  };
  const first = tokens.findIndex(isDigit);
  for (let at = tokens.length - 1; at >= 0; at -= 1) {
    const token = tokens[at]!;
    if (token.kind === 'literal') text = token.text + text;
    if (token.kind === 'percent') text = `%${text}`;
    if (!isDigit(token)) continue;
    if (left !== '' || token.blank === '0') put(left.at(-1) ?? '0');
    else text = token.blank + text;
    left = left.slice(0, -1);
    for (; at === first && left !== ''; left = left.slice(0, -1)) put(left.at(-1)!);
  }
  return text;
}

/** The part behind the point: zeros at its end are shown as their places have it. */
function decimalPart(tokens: FormatSection, digits: string): string {
  const last = digits.replace(/0+$/, '').length;
  let place = -1;
  return tokens
    .map((token) => {
      if (token.kind === 'literal') return token.text;
      if (token.kind === 'percent') return '%';
      if (!isDigit(token)) return '';
      place += 1;
      return place < last ? digits[place] : token.blank;
    })
    .join('');
}

/** What stands behind the last place: a comma there divides by a thousand. */
function scaleOf(tokens: FormatSection): number {
  const last = tokens.findLastIndex(isDigit);
  return last < 0 ? 0 : tokens.slice(last).filter(({ kind }) => kind === 'comma').length;
}

function isGroupedBy(tokens: FormatSection): boolean {
  const [first, last] = [tokens.findIndex(isDigit), tokens.findLastIndex(isDigit)];
  return tokens.some(({ kind }, at) => kind === 'comma' && at > first && at < last);
}

function fixed(section: FormatSection, number: number): string | undefined {
  const point = section.findIndex(({ kind }) => kind === 'point');
  const [whole, behind] = point < 0 ? [section, []] : [section.slice(0, point), section.slice(point + 1)];
  const decimals = behind.filter(isDigit).length;
  if (decimals > MOST_DECIMALS || behind.some(({ kind }) => kind === 'point')) return undefined;
  const scale = scaleOf(whole) + scaleOf(behind);
  const percents = section.filter(({ kind }) => kind === 'percent').length;
  const digits = rounded(number * 100 ** percents * 1000 ** -scale, decimals);
  const shown = wholePart(whole, digits.whole, isGroupedBy(whole));
  return point < 0 ? shown : `${shown}.${decimalPart(behind, digits.decimals)}`;
}

/** `0.00E+00`: one digit before the point. */
function scientific(section: FormatSection, number: number): string | undefined {
  const at = section.findIndex(({ kind }) => kind === 'exponent');
  const exponent = section[at];
  const [mantissa, power] = [section.slice(0, at), section.slice(at + 1)];
  const point = mantissa.findIndex(({ kind }) => kind === 'point');
  const wholes = (point < 0 ? mantissa : mantissa.slice(0, point)).filter(isDigit).length;
  if (exponent?.kind !== 'exponent' || wholes !== 1) return undefined;
  const decimals = mantissa.filter(isDigit).length - 1;
  const [digits = '0', tens = '0'] = number.toExponential(Math.min(decimals, PRECISION - 1)).split('e');
  const shown = fixed(mantissa, Number(digits));
  const sign = Number(tens) < 0 ? '-' : exponent.plus ? '+' : '';
  return shown === undefined ? undefined : `${shown}E${sign}${wholePart(power, String(Math.abs(Number(tens))), false)}`;
}

const general = (section: FormatSection, number: number) =>
  section
    .map((token) => (token.kind === 'literal' ? token.text : token.kind === 'general' ? String(number) : ''))
    .join('');

/**
 * A number from zero on as one section shows it.
 *
 * @returns undefined for what is not worked out here, such as fractions and parts of dates
 */
export function shownBySection(section: FormatSection, number: number): string | undefined {
  const has = (kind: FormatToken['kind']) => section.some((token) => token.kind === kind);
  if (has('moment') || has('text')) return undefined;
  if (has('general')) return has('digit') || has('percent') ? undefined : general(section, number);
  if (isFraction(section)) return undefined;
  return has('exponent') ? scientific(section, number) : fixed(section, number);
}

const isFraction = (section: FormatSection) =>
  section.some(
    (token, at) =>
      token.kind === 'literal' &&
      token.text === '/' &&
      section[at - 1]?.kind === 'digit' &&
      section[at + 1]?.kind === 'digit',
  );
