/**
 * What makes a spreadsheet program take a text for a formula: the signs themselves, white space that some leave out before they look
 * (OWASP, "CSV Injection"), and the full-width forms of the signs, which East Asian input writes and Excel reads as the plain ones.
 */
const LIKE_FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;
const NEEDS_QUOTES = /[",\r\n]/;

const quoted = (text: string) => (NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/**
 * A text as a field of CSV (RFC 4180). One that a spreadsheet program would take for a formula begins with an apostrophe.
 *
 * @param isSafe writes it as it is: it is a number's text, or is meant for programs
 */
export const csvField = (text: string, isSafe: boolean): string =>
  quoted(!isSafe && LIKE_FORMULA.test(text) ? `'${text}` : text);
