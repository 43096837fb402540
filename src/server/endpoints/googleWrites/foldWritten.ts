import type { CellValue } from '../../../contract/rows';
import { type DerivedTab, deriveRead, type TabSettings } from '../../normalise/deriveTab';
import { createPackedRows, readPackedHead, readPackedRows } from '../../normalise/packedRows';
import { cellsAfter, type FinalRow, finalRows, type LoggedChange } from '../../store/log/logEntries';
import { createPackedRaw, rawHash, readRawHead, readRawRows } from '../../rawTab/packedRaw';
import type { RawCell } from '../../rawTab/rawTab';

declare module '../../workers/workers' {
  interface Jobs {
    /** Makes what was written to a tab of another source part of it. */
    foldWritten: { input: WrittenTab; output: FoldedTab };
  }
}

/** A tab as it was, and what was written to it since. */
export interface WrittenTab {
  /** The packed raw tab. */
  readonly raw: Buffer;
  readonly changes: readonly LoggedChange[];
  readonly settings: TabSettings;
  /** The packed rows of its endpoint. */
  readonly before: Buffer;
}

/** The tab with what was written to it, as a read of its source would bring it. */
export interface FoldedTab {
  readonly raw: Buffer;
  readonly mark: string;
  readonly derived: DerivedTab;
}

const cellsOf = (before: readonly RawCell[], final: FinalRow): RawCell[] =>
  final.kind === 'removed' ? [] : cellsAfter(before, final.cells, true);

async function foldedRaw(raw: Buffer, finals: ReadonlyMap<number, FinalRow>): Promise<Buffer> {
  const writer = createPackedRaw();
  for await (const row of readRawRows(raw)) {
    const final = finals.get(row.row);
    const cells = final === undefined ? row.cells : cellsOf(row.cells, final);
    if (cells.length > 0 && final?.kind !== 'new') writer.add({ ...row, cells });
  }
  const added = [...finals].toSorted(([one], [other]) => one - other);
  for (const [row, final] of added) {
    if (final.kind === 'new') writer.add({ id: final.id, row, cells: cellsOf([], final) });
  }
  return writer.finish(await readRawHead(raw));
}

async function idsByRow(packed: Buffer): Promise<Map<number, string>> {
  const ids = new Map<number, string>();
  for await (const [id, row] of readPackedRows(packed)) ids.set(row, id);
  return ids;
}

/** Rows keep the ids they have had; those that a key column gives are left alone. */
async function withIds(derived: DerivedTab, { before, settings }: WrittenTab, finals: ReadonlyMap<number, FinalRow>) {
  const known = await idsByRow(before);
  const head = await readPackedHead(derived.packed);
  const writer = createPackedRows(head.columns);
  const keyAt = head.columns.findIndex(({ key }) => key === settings.keyColumn);
  const idOf = (own: string, row: number, key: CellValue | undefined) => {
    if (key !== undefined && key !== null) return own;
    const final = finals.get(row);
    return final?.kind === 'new' ? final.id : (known.get(row) ?? own);
  };
  for await (const [own, row, ...values] of readPackedRows(derived.packed)) {
    writer.add([idOf(own, row, keyAt < 0 ? undefined : values[keyAt]), row, ...values]);
  }
  return { ...derived, packed: await writer.finish(head) };
}

/**
 * Makes what was written to a tab part of it: new rows below the last one, and each row with the id that it has had or was
 * given. Runs in a worker thread.
 */
export async function foldWritten(tab: WrittenTab): Promise<FoldedTab> {
  const finals = finalRows(tab.changes);
  const raw = await foldedRaw(tab.raw, finals);
  const derived = await deriveRead(raw, tab.settings);
  return { raw, mark: await rawHash(raw), derived: await withIds(derived, tab, finals) };
}
