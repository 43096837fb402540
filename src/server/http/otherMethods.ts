import type { FastifyInstance, FastifyRequest, HTTPMethods } from 'fastify';
import { Refusal } from '../refusal';

const METHODS: readonly HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** Methods that no address here answers, though routes can be made for them; all others find none. */
export const unanswered = ['TRACE', 'QUERY'] as const satisfies readonly HTTPMethods[];

const ROUTED: readonly HTTPMethods[] = [...METHODS, ...unanswered];

const methodsOf = (method: string | string[]) => (Array.isArray(method) ? method : [method]);

/** An address with the methods that it answers. */
interface NotedAddress {
  /** Its parts between slashes; one that begins with a colon stands for anything. */
  readonly parts: readonly string[];
  /** As `Allow` has them. */
  readonly allow: string;
}

declare module 'fastify' {
  interface FastifyInstance {
    /** By URL, addresses with the methods that they answer. */
    notedAddresses: Map<string, NotedAddress>;
  }
}

const partsOf = (path: string) => path.split('/');

/** Whether a path is one of an address. */
const isOf = ({ parts }: NotedAddress, path: readonly string[]): boolean =>
  parts.length === path.length &&
  parts.every((part, at) => part === path[at] || (part.startsWith(':') && path[at] !== ''));

/** A part that is written out comes before one that stands for anything. */
const plainParts = ({ parts }: NotedAddress) => parts.filter((part) => !part.startsWith(':')).length;

const refusalOf = (allow: string) =>
  new Refusal('method_not_allowed', `This address answers ${allow} only.`, { headers: { Allow: allow } });

/**
 * Notes which methods an address answers, for those that no route can be made for; the first who says it is right.
 *
 * @param allow the methods, as `Allow` has them
 */
export function noteMethods({ notedAddresses }: FastifyInstance, url: string, allow: string): void {
  if (!notedAddresses.has(url)) notedAddresses.set(url, { parts: partsOf(url), allow });
}

/**
 * Makes addresses of `scope` answer 405 with `Allow` to the methods they do not have. Call it before the routes are
 * added, and what it returns after them. Addresses that end in `*` are left alone.
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
  noteMethods(scope, url, allow);
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
 * What is said to a method that no address has, such as `PROPFIND`: such a request finds no route, wherever it goes.
 *
 * @returns undefined for other methods, and where there is nothing at the address either
 */
export function refusalOfMethod({ method, url, server }: FastifyRequest): Refusal | undefined {
  if ((METHODS as readonly string[]).includes(method)) return undefined;
  const path = partsOf(url.split(/[?#]/, 1)[0] ?? '');
  const [address] = [...server.notedAddresses.values()]
    .filter((one) => isOf(one, path))
    .toSorted((one, other) => plainParts(other) - plainParts(one));
  return address && refusalOf(address.allow);
}
