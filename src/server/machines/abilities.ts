import { type Caller, may } from '../access/caller';
import type { ReadProject } from '../store/log/endpointsRepository';

/** What a caller may do with the endpoints of a project it knows of. */
export interface Abilities {
  /** Rows. */
  readonly read: boolean;
  /** Columns without rows. */
  readonly schema: boolean;
  readonly create: boolean;
  readonly update: boolean;
  readonly remove: boolean;
}

/** Reading of a public project needs no key, writing always does, and only what can be written is. */
export function abilitiesOf(caller: Caller, { access, writable }: Pick<ReadProject, 'access' | 'writable'>): Abilities {
  if (caller.kind === 'anyone') {
    const isPublic = access === 'public';
    return { read: isPublic, schema: isPublic, create: false, update: false, remove: false };
  }
  const isWritable = writable === 1;
  return {
    read: may(caller, 'read'),
    schema: may(caller, 'schema'),
    create: isWritable && may(caller, 'create'),
    update: isWritable && may(caller, 'update'),
    remove: isWritable && may(caller, 'delete'),
  };
}
