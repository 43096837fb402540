import type { FastifyInstance, FastifyRequest, HTTPMethods } from 'fastify';
import { Refusal } from '../refusal';

const METHODS: readonly HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** Methods that no URL supports, although routes can be registered for them. Other methods never find a route. */
export const unsupportedMethods = ['TRACE', 'QUERY'] as const satisfies readonly HTTPMethods[];

const ROUTED: readonly HTTPMethods[] = [...METHODS, ...unsupportedMethods];

const methodsOf = (method: string | string[]) => (Array.isArray(method) ? method : [method]);

/** URL with its supported methods. */
interface RegisteredUrl {
  /** Path segments; one that begins with a colon matches any text. */
  readonly segments: readonly string[];
  /** Methods, in the form of `Allow`. */
  readonly allow: string;
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Registered URLs with their methods, by URL pattern. */
    registeredUrls: Map<string, RegisteredUrl>;
  }
}

const segmentsOf = (path: string) => path.split('/');

/** Returns whether a path matches a URL pattern. */
const matches = ({ segments }: RegisteredUrl, path: readonly string[]): boolean =>
  segments.length === path.length &&
  segments.every((segment, at) => segment === path[at] || (segment.startsWith(':') && path[at] !== ''));

/** Counts the literal segments: the pattern with the most wins. */
const literalSegments = ({ segments }: RegisteredUrl) => segments.filter((segment) => !segment.startsWith(':')).length;

const refusalOf = (allow: string) =>
  new Refusal('method_not_allowed', `This address answers ${allow} only.`, { headers: { Allow: allow } });

/**
 * Registers the methods of a URL, for methods that Fastify has no routes for. The first registration of a URL wins.
 *
 * @param allow methods in the form of `Allow`
 */
export function registerMethods({ registeredUrls }: FastifyInstance, url: string, allow: string): void {
  if (!registeredUrls.has(url)) registeredUrls.set(url, { segments: segmentsOf(url), allow });
}

/**
 * Makes URLs of `scope` respond 405 with `Allow` to unsupported methods. Call it before adding the routes, and the returned
 * function after them. URLs that end in `*` are ignored.
 */
export function watchMethods(scope: FastifyInstance): () => void {
  const seen = new Map<string, Set<string>>();
  let watching = true;
  scope.addHook('onRoute', ({ url, method }) => {
    if (!watching || url.endsWith('*')) return;
    const methods = seen.get(url) ?? new Set();
    seen.set(url, methods);
    for (const one of methodsOf(method)) methods.add(one);
  });
  return () => {
    watching = false;
    for (const [url, methods] of seen) refuseOthers(scope, url, methods);
  };
}

function refuseOthers(scope: FastifyInstance, url: string, methods: ReadonlySet<string>) {
  const allow = METHODS.filter((method) => methods.has(method)).join(', ');
  registerMethods(scope, url, allow);
  const others = ROUTED.filter((method) => !methods.has(method));
  if (others.length === 0) return;
  const refuse = async (): Promise<never> => {
    throw refusalOf(allow);
  };
  scope.route({
    method: others,
    url: url.slice(scope.prefix.length),
    onRequest: refuse,
    handler: refuse,
    exposeHeadRoute: false,
  });
}

/**
 * Returns the refusal of a method unknown to Fastify, such as `PROPFIND`: such a request finds no route.
 *
 * @returns undefined for known methods and for unknown URLs
 */
export function refusalOfMethod({ method, url, server }: FastifyRequest): Refusal | undefined {
  if ((METHODS as readonly string[]).includes(method)) return undefined;
  const path = segmentsOf(url.split(/[?#]/, 1)[0] ?? '');
  const [address] = [...server.registeredUrls.values()]
    .filter((one) => matches(one, path))
    .toSorted((one, other) => literalSegments(other) - literalSegments(one));
  return address && refusalOf(address.allow);
}
