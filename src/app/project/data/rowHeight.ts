/** Pixels of a row where the style sheet cannot be asked. */
const ROW_HEIGHT = 36;

/** The style sheet's own height of a row, which is larger where fingers press. */
export const rowHeightNow = () =>
  parseFloat(getComputedStyle(document.documentElement).getPropertyValue('--row')) || ROW_HEIGHT;
