import type { ApiKey } from '../../contract/keys';
import type { Project } from '../../contract/projects';
import type { KeyScope } from '../../contract/scopes';
import { type Method, methods } from '../ui/display/MethodBadge';

/** Who may use a method of a project's endpoints. */
interface MethodRight {
  readonly method: Method;
  readonly anyone: boolean;
  /** Whether the sheet takes it at all: the owner's own Send does it then. */
  readonly possible: boolean;
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
    return {
      method,
      possible: mayAtAll,
      anyone: method === 'GET' && access === 'public',
      keys: holders.map(({ name }) => name),
    };
  });
};

/** Whether only the owner may use it. */
export const isOwners = ({ anyone, keys }: MethodRight) => !anyone && keys.length === 0;

const NAMED = 3;

/** Who may use it, in words. */
export function holdersInWords({ anyone, keys, possible }: MethodRight): string {
  if (!possible) return 'Nobody: read only';
  if (anyone) return 'Anyone';
  if (keys.length === 0) return 'Only you, in Try it';
  const more = keys.length - NAMED;
  return keys.slice(0, NAMED).join(', ') + (more > 0 ? ` and ${more} more` : '');
}
