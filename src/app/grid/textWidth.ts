/** Pixels of a letter and of a figure in 13 pixel Inter, about. */
export const LETTER = 6.9;
const FIGURE = 8.3;

/** Pixels of a text, about. Figures are wider than letters, also those of numbers that are text, as of telephones. */
export function textWidth(text: string, isNumber: boolean): number {
  const figures = isNumber ? text.length : text.replaceAll(/[^\d+]/g, '').length;
  return figures * FIGURE + (text.length - figures) * LETTER;
}
