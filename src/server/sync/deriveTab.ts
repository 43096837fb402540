import type { Column } from '../../contract/rows';
import { deriveTab as deriveRows } from '../normalise/deriveTab';
import type { DerivedTab, TabSettings } from '../normalise/derivedTab';
import { rowOfAddress } from '../rawTab/cellAddress';
import { withRowIds } from '../rawTab/packedRaw';
import { compactRaw, type PackedLog, textsOf } from '../store/log/compactRaw';
import type { JobProgress } from '../workers/workers';
import { carriedIds, sharedColumns } from './carriedIds';

declare module '../workers/workers' {
  interface Jobs {
    /** Derives an endpoint's rows from a raw tab. */
    deriveTab: typeof deriveTab;
  }
}

/** Former content of a tab whose source has no row ids. */
interface FormerTab {
  /** The packed raw tab. */
  readonly raw: Buffer;
  /** Columns of its endpoint. */
  readonly columns: readonly Column[];
}

/** Input of deriving an endpoint's rows. */
interface TabInput {
  /** The packed raw tab. */
  readonly raw: Buffer;
  /** The log since the raw tab. */
  readonly log?: PackedLog;
  readonly settings?: TabSettings;
  /** The former tab, whose row ids are carried over. */
  readonly before?: FormerTab | undefined;
}

export interface DerivedWithIds extends DerivedTab {
  /** The packed raw tab with former row ids; absent when there are none. */
  readonly raw?: Buffer;
}

/**
 * Assigns former ids to the rows of a raw tab: equal rows that occur once; then similar rows beside them. The others are
 * new.
 */
async function withFormerIds(raw: Buffer, { columns, headerRow }: DerivedTab, before: FormerTab) {
  const shared = sharedColumns(before.columns, columns);
  if (shared.length === 0) return undefined;
  const old = { raw: before.raw, headerRow: rowOfAddress(before.columns[0]?.cell ?? '') };
  const { ids } = await carriedIds(old, { raw, headerRow: headerRow ?? 0 }, shared);
  return ids.size === 0 ? undefined : withRowIds(raw, ids);
}

/** See `Jobs`. Runs in a worker thread. */
export async function deriveTab(
  { raw, log = [], settings, before }: TabInput,
  report: (progress: JobProgress) => void,
): Promise<DerivedWithIds> {
  const current = log.length === 0 ? raw : await compactRaw(raw, textsOf(log));
  const derived = await deriveRows(current, settings, (rows) => report({ rows }));
  report({ rows: derived.rows });
  const withIds = before && (await withFormerIds(raw, derived, before));
  return withIds === undefined ? derived : { ...(await deriveRows(withIds, settings)), raw: withIds };
}
