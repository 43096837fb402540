import type { FastifyInstance, FastifyRequest, HTTPMethods } from 'fastify';
import { Refusal } from '../refusal';
import { partsOf } from './pathPattern';

const METHODS: readonly HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

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
 * Makes a URL respond 405 with `Allow` to all methods that it does not support.
 *
 * @param url path below the prefix of `scope`
 * @param methods methods that the URL supports
 */
export function refuseOtherMethods(
  scope: FastifyInstance,
  url: string,
  methods: readonly string[],
  hint?: string,
): void {
  const { registeredUrls, prefix } = scope;
  const allow = methods.join(', ');
  registeredUrls.set(prefix + url, allow);
  const others = ROUTED.filter((method) => !methods.includes(method));
  const refuse = async (): Promise<never> => {
    throw refusalOf(allow, hint);
  };
  scope.route({ method: others, url, onRequest: refuse, handler: refuse, exposeHeadRoute: false });
}

/**
 * Calls {@link refuseOtherMethods} for the URLs of `scope`. Call it before adding the routes, and the returned function after them.
 * URLs that end in `*`, and URLs with a route for every method, are ignored.
 */
export function watchMethods(scope: FastifyInstance): () => void {
  const seen = new Map<string, Set<string>>();
  let watching = true;
  scope.addHook('onRoute', ({ url, method }) => {
    if (!watching || url.endsWith('*')) return;
    const methods = seen.get(url) ?? new Set();
    seen.set(url, methods);
    for (const one of [method].flat()) methods.add(one);
  });
  return () => {
    watching = false;
    for (const [url, methods] of seen) {
      if (ROUTED.every((method) => methods.has(method))) continue;
      const supported = METHODS.filter((method) => methods.has(method));
      refuseOtherMethods(scope, url.slice(scope.prefix.length), supported);
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
