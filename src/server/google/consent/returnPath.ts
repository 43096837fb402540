/** Longest path that people are sent back to. */
const MOST = 4_000;

/** An origin that nobody has: what leaves it leads elsewhere. */
const HERE = 'http://here.invalid';

/** One leading slash, nothing that a browser reads as another host, nothing that cannot stand in a header. */
const LOCAL = /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/;

/**
 * A path of the app, as it was asked for; `otherwise` where it is none: another site's address, or one of the API, where
 * going there would do something.
 */
export function returnPath(asked: string, otherwise: string): string {
  if (asked.length > MOST || !LOCAL.test(asked) || !URL.canParse(asked, HERE)) return otherwise;
  const { origin, pathname, search, hash } = new URL(asked, HERE);
  if (origin !== HERE || pathname.startsWith('//') || /^\/(api|v1)(\/|$)/i.test(pathname)) return otherwise;
  return pathname + search + hash;
}

/** A path with one more parameter, in place of one of that name. */
export function withParameter(path: string, name: string, value: string): string {
  const url = new URL(path, HERE);
  url.searchParams.set(name, value);
  return url.pathname + url.search + url.hash;
}
