import type { FastifyInstance, HTTPMethods } from 'fastify';
import { Refusal } from '../refusal';

const METHODS: readonly HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

const methodsOf = (method: string | string[]) => (Array.isArray(method) ? method : [method]);

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
  const others = METHODS.filter((method) => !methods.has(method));
  if (others.length === 0) return;
  const allow = METHODS.filter((method) => methods.has(method)).join(', ');
  const refuse = async (): Promise<never> => {
    throw new Refusal('method_not_allowed', `This address answers ${allow} only.`, { headers: { Allow: allow } });
  };
  scope.route({ method: others, url, onRequest: refuse, handler: refuse, exposeHeadRoute: false });
}
