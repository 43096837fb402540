/** Escapes the characters that `encodeURIComponent` leaves although RFC 5987 does not allow them. */
const escapeRest = (text: string) =>
  text.replace(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);

/** Returns the `Content-Disposition` of a download: an ASCII name for old clients, and the exact one (RFC 6266, RFC 5987). */
export function attachment(fileName: string): string {
  const plain = fileName
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]/gu, '_')
    .replace(/["\\%]/g, '_');
  return `attachment; filename="${plain}"; filename*=UTF-8''${escapeRest(encodeURIComponent(fileName))}`;
}
