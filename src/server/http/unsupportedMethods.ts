import type { FastifyInstance, FastifyRequest, HTTPMethods } from 'fastify';
import { Refusal } from '../refusal';

/** Methods that a URL can support, in the order of `Allow`. */
const METHODS: readonly HTTPMethods[] = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Methods that routes can be registered for; no URL supports the last two. Other methods never find a route. */
const ROUTED: readonly HTTPMethods[] = [...METHODS, 'TRACE', 'QUERY'];

declare module 'fastify' {
  interface FastifyInstance {
    /** Methods of the registered URLs, in the form of `Allow`, by URL pattern. */
    registeredUrls: Map<string, string>;
  }
}

const refusalOf = (allow: string, hint?: string) =>
  new Refusal('method_not_allowed', `This address answers ${allow} only.`, { hint, headers: { Allow: allow } });

/**
 * Makes the URLs of `scope` respond 405 with `Allow` to all methods that they have no route for. Call it before adding the routes,
 * and the returned function after them, with hints by path below the prefix of `scope`. URLs that end in `*`, and URLs with a route
 * for every method, are ignored.
 */
export function watchMethods(scope: FastifyInstance): (hints?: Readonly<Record<string, string>>) => void {
  const seen = new Map<string, Set<string>>();
  let watching = true;
  scope.addHook('onRoute', ({ url, method }) => {
    if (!watching || url.endsWith('*')) return;
    const methods = seen.get(url) ?? new Set();
    seen.set(url, methods);
    for (const name of [method].flat()) methods.add(name);
  });
  return (hints = {}) => {
    watching = false;
    for (const [fullUrl, methods] of seen) {
      const others = ROUTED.filter((method) => !methods.has(method));
      if (others.length === 0) continue;
      const url = fullUrl.slice(scope.prefix.length);
      const allow = METHODS.filter((method) => methods.has(method)).join(', ');
      scope.registeredUrls.set(fullUrl, allow);
      const refuse = async (): Promise<never> => {
        throw refusalOf(allow, hints[url]);
      };
      scope.route({ method: others, url, onRequest: refuse, handler: refuse, exposeHeadRoute: false });
    }
  };
}

/**
 * Returns the refusal of a method unknown to Fastify, such as `PROPFIND`: such a request finds no route.
 *
 * @returns undefined for known methods and for unknown URLs
 */
export function refusalOfMethod({ method, url, server }: FastifyRequest): Refusal | undefined {
  if ((METHODS as readonly string[]).includes(method)) return undefined;
  const [path = ''] = url.split(/[?#]/, 1);
  const found = [...server.registeredUrls].flatMap(([pattern, allow]) => {
    const parts = partsOf(pattern, path);
    return parts === undefined ? [] : [{ allow, named: parts.size }];
  });
  // The pattern with the fewest named segments wins.
  const [address] = found.toSorted((one, other) => one.named - other.named);
  return address && refusalOf(address.allow);
}

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
