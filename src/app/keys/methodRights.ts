import type { ApiKey } from '../../contract/keys';
import type { Project } from '../../contract/projects';
import type { KeyScope } from '../../contract/scopes';
import { type Method, methods } from '../parts/MethodBadge';

/** Who may use a method of a project's endpoints. */
export interface MethodRight {
  readonly method: Method;
  readonly anyone: boolean;
  /** Names of the keys that may. */
  readonly keys: readonly string[];
}

const scopes: Record<Method, KeyScope> = {
  GET: 'read',
  POST: 'create',
  PATCH: 'update',
  PUT: 'update',
  DELETE: 'delete',
};

export const isExpired = ({ expiresAt }: ApiKey, now: number) =>
  expiresAt !== undefined && Date.parse(expiresAt) <= now;

/**
 * Who may use which method.
 *
 * @param sheetId the tab; without one, whether it may be used in any
 */
export const methodRights = (
  { access, writable }: Pick<Project, 'access' | 'writable'>,
  keys: readonly ApiKey[],
  now: number,
  sheetId?: number,
): readonly MethodRight[] => {
  const good = keys.filter(
    (key) => !isExpired(key, now) && (sheetId === undefined || (key.tabs?.includes(sheetId) ?? true)),
  );
  return methods.map((method) => {
    const mayAtAll = method === 'GET' || writable;
    const holders = mayAtAll ? good.filter((key) => key.scopes.includes(scopes[method])) : [];
    return { method, anyone: method === 'GET' && access === 'public', keys: holders.map(({ name }) => name) };
  });
};

/** Whether nobody may use it. */
export const isOff = ({ anyone, keys }: MethodRight) => !anyone && keys.length === 0;

const NAMED = 3;

/** Who may use it, in words. */
export function holdersInWords({ anyone, keys }: MethodRight): string {
  if (anyone) return 'Anyone';
  if (keys.length === 0) return 'No key may do this';
  const more = keys.length - NAMED;
  return keys.slice(0, NAMED).join(', ') + (more > 0 ? ` and ${more} more` : '');
}
