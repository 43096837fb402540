/** The URL that a text is; undefined when it is none. The oldest browsers of the app lack `URL.canParse` and `URL.parse`. */
export function urlIn(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}
