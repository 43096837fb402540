import type { PackedRowsHead } from '../../normalise/packedRows';
import type { RowChange, ServedTab } from './engine';

/** Which rows of which tab. */
export interface TabSnapshot {
  /** Id of the tab. */
  readonly id: string;
  /** Id of the blob with its packed rows; another one holds other rows. */
  readonly snapshot: string;
  /** Revision at which the rows of the snapshot, and what is written since, stand; 0 where nobody minds. */
  readonly revision?: number;
  /**
   * Key column, or `null`, of a tab that changes by another snapshot alone, as those of Google's sheets do: nothing need be asked of
   * its log. Absent for others.
   */
  readonly unlogged?: { readonly keyColumn: string | null };
  /** Whether nobody waits for it. */
  readonly isBehind?: boolean;
}

/** What has been written since a snapshot, in order, and the revision that leads to. */
export interface WrittenSince {
  readonly changes: readonly RowChange[];
  readonly revision: number;
}

/** Brings a tab that is being loaded up to what was written since its snapshot. */
export type ReadSince = (tab: TabSnapshot, loaded: ServedTab, head: PackedRowsHead) => Promise<void>;

/** Whether a tab has yet to see what was written. */
export const isNews = ({ revision: known }: ServedTab, { revision }: WrittenSince): boolean => revision > known;
