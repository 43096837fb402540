import type { Column } from '../../contract/rows';
import { deriveTab as deriveRows } from '../normalise/deriveTab';
import type { DerivedTab, TabSettings } from '../normalise/derivedTab';
import { rowOfAddress } from '../rawTab/cellAddress';
import { withRowIds } from '../rawTab/packedRaw';
import { foldRaw } from '../store/log/foldRaw';
import type { JobProgress } from '../workers/workers';
import { carriedIds, sharedColumns } from './carriedIds';

declare module '../workers/workers' {
  interface Jobs {
    /** Makes an endpoint's rows of a raw tab. */
    deriveTab: typeof deriveTab;
  }
}

/** A tab of a source that knows no ids of rows, as it was. */
interface FormerTab {
  /** The packed raw tab. */
  readonly raw: Buffer;
  /** Of its endpoint. */
  readonly columns: readonly Column[];
}

/** A tab whose endpoint's rows are to be derived. */
interface TabInput {
  /** The packed raw tab. */
  readonly raw: Buffer;
  /** Texts of its log that are not part of it yet. */
  readonly log?: readonly string[];
  readonly settings?: TabSettings;
  /** What it takes the place of, where rows that are recognised keep their ids. */
  readonly before?: FormerTab | undefined;
  /** What would be derived without that, where it is known already. */
  readonly derived?: DerivedTab | undefined;
}

export interface DerivedAnew extends DerivedTab {
  /** The packed raw tab with the ids that its rows have had; absent where none has had one. */
  readonly raw?: Buffer;
}

type Report = (progress: JobProgress) => void;

async function derivedOf({ raw, log = [], settings }: TabInput, report: Report): Promise<DerivedTab> {
  const derived = await deriveRows(log.length === 0 ? raw : await foldRaw(raw, log), settings, (rows) =>
    report({ rows }),
  );
  report({ rows: derived.rows });
  return derived;
}

/**
 * Gives the rows of a raw tab the ids that they have had: equal rows that occur once, in order; then those in the same place between
 * them; the others are new.
 */
async function withFormerIds(raw: Buffer, { columns, headerRow }: DerivedTab, before: FormerTab) {
  const shared = sharedColumns(before.columns, columns);
  if (shared.length === 0) return undefined;
  const old = { raw: before.raw, headerRow: rowOfAddress(before.columns[0]?.cell ?? '') };
  const { ids } = await carriedIds(old, { raw, headerRow: headerRow ?? 0 }, shared);
  return ids.size === 0 ? undefined : withRowIds(raw, ids);
}

/** See `Jobs`. Runs in a worker thread. */
export async function deriveTab(input: TabInput, report: Report): Promise<DerivedAnew> {
  const { raw, settings, before } = input;
  const derived = input.derived ?? (await derivedOf(input, report));
  const withIds = before && (await withFormerIds(raw, derived, before));
  return withIds === undefined ? derived : { ...(await deriveRows(withIds, settings)), raw: withIds };
}
