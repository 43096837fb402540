import { type DerivedTab, deriveTab } from '../../normalise/deriveTab';
import type { TabSettings } from '../../normalise/tabSettings';
import { rawHash } from '../../rawTab/packedRaw';
import { foldRaw } from '../../store/log/foldRaw';
import type { LoggedChange } from '../../store/log/logEntries';

declare module '../../workers/workers' {
  interface Jobs {
    /** Makes what was written to a tab of another source part of it. */
    foldWritten: { input: WrittenTab; output: FoldedTab };
  }
}

/** A tab as it was, and what was written to it since. */
export interface WrittenTab {
  /** The packed raw tab, with the ids that its rows have. */
  readonly raw: Buffer;
  readonly changes: readonly LoggedChange[];
  readonly settings: TabSettings;
}

/** The tab with what was written to it, as a read of its source would bring it. */
export interface FoldedTab {
  readonly raw: Buffer;
  readonly mark: string;
  readonly derived: DerivedTab;
}

/** Makes what was written to a tab part of it. Runs in a worker thread. */
export async function foldWritten({ raw: before, changes, settings }: WrittenTab): Promise<FoldedTab> {
  const raw = await foldRaw(before, [JSON.stringify([changes])], true);
  return { raw, mark: await rawHash(raw), derived: await deriveTab(raw, settings) };
}
