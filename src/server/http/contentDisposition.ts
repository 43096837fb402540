/** Characters that `encodeURIComponent` leaves alone though RFC 5987 does not list them. */
const escapeRest = (text: string) =>
  text.replace(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);

/**
 * `Content-Disposition` of a download: an ASCII name for old clients and the true one beside it (RFC 6266, RFC 5987).
 *
 * @param fileName without control characters
 */
export function attachment(fileName: string): string {
  const plain = fileName
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]/gu, '_')
    .replace(/["\\%]/g, '_');
  return `attachment; filename="${plain}"; filename*=UTF-8''${escapeRest(encodeURIComponent(fileName))}`;
}
