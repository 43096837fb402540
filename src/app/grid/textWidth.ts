/** Approximate widths in 13 pixel Inter, in pixels: of a letter, of a digit or a sign, and of a Chinese, Japanese or Korean character. */
export const LETTER_WIDTH = 6.9;
const DIGIT_WIDTH = 8.3;
const FULL_WIDTH = 13;

/** Counts the digits and signs of a text, which are all of the same width. */
const digitsOf = (text: string) => text.replaceAll(/[^\d+-]/g, '').length;

/** Counts the full-width characters of a text: from the Chinese radicals to the Korean syllables, and those of compatibility. */
const fullWidthOf = (text: string) => text.replaceAll(/[^\u2e80-\ud7ff\uf900-\ufaff\uff00-\uff60]/g, '').length;

/** Whether a text is a number or a telephone number, which is useless if it is truncated. */
export const isNumeric = (text: string): boolean => /\d/.test(text) && /^[-+\d.,\s]*$/.test(text);

/** Returns the approximate width of a text in pixels. Digits are wider than letters, also in text such as telephone numbers. */
export function textWidth(text: string, isNumber: boolean): number {
  if (isNumber) return text.length * DIGIT_WIDTH;
  const digits = digitsOf(text);
  const fullWidth = fullWidthOf(text);
  const letters = text.length - digits - fullWidth;
  return digits * DIGIT_WIDTH + fullWidth * FULL_WIDTH + letters * LETTER_WIDTH;
}
