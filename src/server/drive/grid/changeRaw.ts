import type { DerivedTab, TabSettings } from '../../normalise/deriveTab';
import { foldRaw } from '../../records/foldRaw';
import type { LoggedChange } from '../../records/logEntries';
import { deriveRead } from '../../workbook/deriveRead';
import { type Reshape, reshapeRaw } from './reshapeRaw';

/** A tab as it is stored, and what is to happen to it. */
export interface RawChange {
  readonly raw: Buffer;
  readonly log: readonly string[];
  /** Cells that are written. */
  readonly changes: readonly LoggedChange[];
  readonly reshape?: Reshape;
  /** What comes back where rows or columns are inserted. */
  readonly piece?: Buffer;
  readonly settings: TabSettings;
}

/** A tab after the change, and its endpoint's rows. */
export interface ChangedRaw {
  readonly raw: Buffer;
  readonly removed?: Buffer;
  readonly derived: DerivedTab;
}

/** Changes a tab's cells or its shape and derives its endpoint's rows anew. Runs in a worker thread. */
export async function changeRaw({ raw, log, changes, reshape, piece, settings }: RawChange): Promise<ChangedRaw> {
  const written = changes.length === 0 ? log : [...log, JSON.stringify([changes])];
  const folded = written.length === 0 ? raw : await foldRaw(raw, written);
  const reshaped = reshape && (await reshapeRaw(folded, reshape, piece));
  const result = reshaped?.raw ?? folded;
  return {
    raw: result,
    ...(reshaped && { removed: reshaped.removed }),
    derived: await deriveRead(result, settings),
  };
}
