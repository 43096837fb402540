/** Returns whether a path segment matches a segment of a pattern. The last one may be missing if the pattern ends with `?`. */
function segmentMatches(pattern: string, segment: string | undefined): boolean {
  if (segment === undefined) return pattern.endsWith('?');
  return pattern.startsWith(':') ? segment !== '' : pattern === segment;
}

/**
 * Returns the named segments of a path that matches a pattern such as `/projects/:id`, not decoded; undefined if it does not
 * match.
 */
export function partsOf(pattern: string, path: string): ReadonlyMap<string, string> | undefined {
  const names = pattern.split('/');
  const segments = path.split('/');
  if (segments.length > names.length) return undefined;
  const parts = new Map<string, string>();
  for (const [at, name] of names.entries()) {
    if (!segmentMatches(name, segments[at])) return undefined;
    if (name.startsWith(':')) parts.set(name, segments[at] ?? '');
  }
  return parts;
}
