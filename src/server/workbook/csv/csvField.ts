/**
 * First characters that make a spreadsheet program treat a text as a formula: the signs, white space that some programs trim
 * first (OWASP, "CSV Injection"), and full-width forms of the signs, which East Asian input produces and Excel treats alike.
 */
const LIKE_FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;
const NEEDS_QUOTES = /[",\r\n]/;

const quoted = (text: string) => (NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/**
 * Formats a CSV field (RFC 4180). A text that a spreadsheet program would treat as a formula gets a leading apostrophe.
 *
 * @param isSafe writes the text unchanged: it is a number, or the file is for programs
 */
export const csvField = (text: string, isSafe: boolean): string =>
  quoted(!isSafe && LIKE_FORMULA.test(text) ? `'${text}` : text);
