/** Approximate widths of a letter and of a digit in 13 pixel Inter, in pixels. */
export const LETTER_WIDTH = 6.9;
const DIGIT_WIDTH = 8.3;

/** Whether a text is a number or a telephone number, which is useless if it is truncated. */
export const isNumeric = (text: string): boolean => /\d/.test(text) && /^[-+\d.,\s]*$/.test(text);

/** Returns the approximate width of a text in pixels. Digits are wider than letters, also in text such as telephone numbers. */
export function textWidth(text: string, isNumber: boolean): number {
  const figures = isNumber ? text.length : text.replaceAll(/[^\d+]/g, '').length;
  return figures * DIGIT_WIDTH + (text.length - figures) * LETTER_WIDTH;
}
