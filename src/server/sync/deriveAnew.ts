import { type DerivedTab, deriveRead, type TabSettings } from '../normalise/deriveTab';
import { readPackedHead } from '../normalise/packedRows';
import { foldRaw } from '../store/log/foldRaw';
import { withRowIds } from '../rawTab/packedRaw';
import type { JobProgress } from '../workers/workers';
import { carryRowIds } from './carryRowIds';
import { compareRows, type RowComparison } from './rowChanges';

declare module '../workers/workers' {
  interface Jobs {
    /** Makes an endpoint's rows of a raw tab, and says what has become of those it had, where they are given. */
    deriveTab: { input: TabToDerive; output: DerivedAnew };
  }
}

/** Rows that were derived where there were some before. */
export interface DerivedAnew extends DerivedTab {
  /** Whether they are the very rows of before; absent where these were not given. */
  readonly isSame?: boolean;
  /** What has become of the rows of before; absent where they were not given, or are too many to be compared in passing. */
  readonly comparison?: RowComparison;
  /** The packed raw tab with the ids that its rows have had, where it is to be kept: the same rows can be made of it again. */
  readonly raw?: Buffer;
}

/** Rows up to which they are compared where they are derived: more may take more memory than is left there. */
const COMPARED_MOST = 50_000;

async function compared(before: Buffer, { rows, packed: after }: DerivedTab) {
  const { rows: rowsBefore } = await readPackedHead(before);
  return Math.max(rowsBefore, rows) > COMPARED_MOST ? undefined : compareRows({ before, after });
}

async function besides(before: Buffer, derived: DerivedTab): Promise<DerivedAnew> {
  if (before.equals(derived.packed)) return { ...derived, isSame: true };
  const comparison = await compared(before, derived);
  return { ...derived, isSame: false, ...(comparison && { comparison }) };
}

async function derivedOf({ raw, log = [], settings }: TabInput, tell: (progress: JobProgress) => void) {
  const derived = await deriveRead(log.length === 0 ? raw : await foldRaw(raw, log), settings, (rows) =>
    tell({ rows }),
  );
  tell({ rows: derived.rows });
  return derived;
}

/** See `Jobs`. Runs in a worker thread. */
export async function deriveTab(
  { derived: known, before, keepsRaw = false, ...input }: TabToDerive,
  tell: (progress: JobProgress) => void,
): Promise<DerivedAnew> {
  const { raw, settings } = input;
  const derived = known ?? (await derivedOf(input, tell));
  if (before === undefined) return derived;
  const { carried, ...tab } = await carryRowIds(before, derived, settings);
  const anew = await besides(before, tab);
  return keepsRaw && carried.size > 0 ? { ...anew, raw: await withRowIds(raw, carried) } : anew;
}

/** A tab as it is stored: its packed raw tab, and the texts of its log that are not part of it yet. */
interface TabInput {
  readonly raw: Buffer;
  readonly log?: readonly string[];
  readonly settings?: TabSettings;
}

/** A tab whose endpoint's rows are to be derived. */
export interface TabToDerive extends TabInput {
  /** The packed rows it has had, where rows that are recognised keep their ids. */
  readonly before?: Buffer;
  /** What would be derived, where that is known already. */
  readonly derived?: DerivedTab | undefined;
  /** Whether the raw tab is to be kept, with the ids that its rows have had. */
  readonly keepsRaw?: boolean;
}
