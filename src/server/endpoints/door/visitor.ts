import type { Incoming } from '../../http/readingDoor';
import type { Caller } from '../../access/caller';
import { originAllowed, type Sender } from '../../access/crossOrigin';
import type { Guard } from '../../access/guard';
import { presentedKey } from '../../access/presentedKey';

/** Whoever makes a request, before it is known what is asked for. */
export interface Visitor extends Sender {
  /** What tells apart callers who may see different things; the same for all who may see everything. */
  readonly sight: string;
  /** See `originAllowed`. */
  readonly allowed: string | undefined;
}

const ANYONES = 'anyone';
const KEYS = 'key';

/** A key that is kept from nothing sees what others see. */
const sightOf = ({ tabs, hiddenColumns, keyId = '' }: Caller): string =>
  tabs === undefined && hiddenColumns.size === 0 ? KEYS : keyId;

/** @returns undefined for a key that opens nothing */
export function visitorOf(
  { headers }: Pick<Incoming, 'headers'>,
  { keyring }: Guard,
  now: number,
): Visitor | undefined {
  const presented = presentedKey(headers, keyring, now);
  if (presented === undefined) return { presented, headers, sight: ANYONES, allowed: '*' };
  if (presented.key === undefined) return undefined;
  return { presented, headers, sight: sightOf(presented.key.caller), allowed: originAllowed({ presented, headers }) };
}
