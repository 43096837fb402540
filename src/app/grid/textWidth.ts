/** Pixels of a letter and of a figure in 13 pixel Inter, about. */
export const LETTER = 6.9;
const FIGURE = 8.3;

/** Whether a text is made of figures, as numbers and telephone numbers are: it is of no use where it is cut. */
export const isOfFigures = (text: string): boolean => /\d/.test(text) && /^[-+\d.,\s]*$/.test(text);

/** Pixels of a text, about. Figures are wider than letters, also those of numbers that are text, as of telephones. */
export function textWidth(text: string, isNumber: boolean): number {
  const figures = isNumber ? text.length : text.replaceAll(/[^\d+]/g, '').length;
  return figures * FIGURE + (text.length - figures) * LETTER;
}
