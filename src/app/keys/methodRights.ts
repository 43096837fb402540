import type { ApiKey } from '../../contract/keys';
import type { Project } from '../../contract/projects';
import type { KeyScope } from '../../contract/scopes';
import { type Method, methods } from '../ui/display/MethodBadge';

/** Who may use a method of a project's endpoints. */
interface MethodRight {
  readonly method: Method;
  readonly anyone: boolean;
  /** Whether the sheet allows the method at all; the owner can then use it in "Try it". */
  readonly possible: boolean;
  /** Names of the keys that may use it. */
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
 * Returns who may use each method.
 *
 * @param sheetId the tab; without it, a key counts if it may use the method in any tab
 */
export const methodRights = (
  { access, writable }: Pick<Project, 'access' | 'writable'>,
  keys: readonly ApiKey[],
  now: number,
  sheetId?: number,
): readonly MethodRight[] => {
  const usable = keys.filter(
    (key) => !isExpired(key, now) && (sheetId === undefined || (key.tabs?.includes(sheetId) ?? true)),
  );
  return methods.map((method) => {
    const possible = method === 'GET' || writable;
    const holders = possible ? usable.filter((key) => key.scopes.includes(scopes[method])) : [];
    return {
      method,
      possible,
      anyone: method === 'GET' && access === 'public',
      keys: holders.map(({ name }) => name),
    };
  });
};

/** Returns whether only the owner may use a method. */
export const isOwners = ({ anyone, keys }: MethodRight) => !anyone && keys.length === 0;

/** Maximum number of keys named in a text. */
const MAX_NAMED = 3;

/** Returns who may use a method, in words. */
export function holdersInWords({ anyone, keys, possible }: MethodRight): string {
  if (!possible) return 'Nobody: read only';
  if (anyone) return 'Anyone';
  if (keys.length === 0) return 'Only you, in Try it';
  const more = keys.length - MAX_NAMED;
  return keys.slice(0, MAX_NAMED).join(', ') + (more > 0 ? ` and ${more} more` : '');
}
