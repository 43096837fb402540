import type { ApiKey } from '../../contract/keys';
import type { Project } from '../../contract/projects';
import type { KeyScope } from '../../contract/scopes';
import { type Method, methods } from '../ui/display/MethodBadge';

/** Who may use a method of a project's endpoints. */
interface MethodRight {
  readonly method: Method;
  /** In words; empty while the keys, on which it depends, are not loaded. */
  readonly who: string;
  /** Whether the sheet does not allow the method at all. */
  readonly off: boolean;
  /** Whether only the owner may use it, in "Try it". */
  readonly isOwners: boolean;
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

/** Maximum number of keys named in a text. */
const MAX_NAMED = 3;

function holdersInWords(keys: readonly ApiKey[]): string {
  if (keys.length === 0) return 'Only you, in Try it';
  const names = keys.slice(0, MAX_NAMED).map(({ name }) => name);
  const more = keys.length - MAX_NAMED;
  return names.join(', ') + (more > 0 ? ` and ${more} more` : '');
}

/**
 * Returns who may use each method.
 *
 * @param keys undefined until they are loaded
 * @param sheetId the tab; without it, a key counts if it may use the method in any tab
 */
export function methodRights(
  { access, writable }: Pick<Project, 'access' | 'writable'>,
  keys: readonly ApiKey[] | undefined,
  now: number,
  sheetId?: number,
): readonly MethodRight[] {
  const usable = keys?.filter(
    (key) => !isExpired(key, now) && (sheetId === undefined || (key.tabs?.includes(sheetId) ?? true)),
  );
  return methods.map((method) => {
    if (method !== 'GET' && !writable) return { method, who: 'Nobody: read only', off: true, isOwners: false };
    if (method === 'GET' && access === 'public') return { method, who: 'Anyone', off: false, isOwners: false };
    const holders = usable?.filter((key) => key.scopes.includes(scopes[method]));
    return { method, who: holders ? holdersInWords(holders) : '', off: false, isOwners: holders?.length === 0 };
  });
}
