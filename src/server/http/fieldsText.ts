/** What a field may hold (RFC 9110, section 5.5): nothing that ends it. */
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/**
 * Fields of a head as they are sent, each with its line end.
 *
 * @throws RangeError for a value that no field can hold
 */
export function fieldsText(headers: Readonly<Record<string, string | undefined>>): string {
  let text = '';
  for (const name in headers) {
    const value = headers[name];
    if (value === undefined) continue;
    if (!VALUE.test(value)) throw new RangeError(`No header can hold the value of ${name}.`);
    text += `${name}: ${value}\r\n`;
  }
  return text;
}
