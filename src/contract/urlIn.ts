/** Parses a URL; returns undefined if it is invalid. The oldest supported browsers lack `URL.canParse` and `URL.parse`. */
export function urlIn(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}
