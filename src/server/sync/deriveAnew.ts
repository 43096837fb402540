import { GatheredRows, type ReadyRows } from '../endpoints/engine/readyRows';
import { roomOf } from '../endpoints/engine/room';
import type { DerivedTab } from '../normalise/deriveTab';
import { readPackedHead, readPackedLines } from '../normalise/packedRows';
import { foldRaw } from '../records/foldRaw';
import { deriveRead } from '../workbook/deriveRead';
import { withRowIds } from '../workbook/rawRowIds';
import type { TabToDerive } from '../workers/jobs';
import { carryRowIds } from './carryRowIds';
import { compareRows, type RowComparison } from './compareRows';

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

/** Bytes of rows that are made ready: more are loaded by whoever asks for them. */
const READY_BYTES = 16 * 1024 * 1024;

async function readyRows(packed: Buffer): Promise<ReadyRows | undefined> {
  const gathered = new GatheredRows({ left: READY_BYTES });
  let room = roomOf(packed);
  for await (const lines of readPackedLines(packed)) {
    for (const { bytes, start, end, row } of lines) {
      if (room.bytes !== bytes) room = roomOf(bytes);
      gathered.add(room, start, end, row);
    }
  }
  return gathered.end(await readPackedHead(packed));
}

async function compared(before: Buffer, { rows, packed: after }: DerivedTab) {
  const { rows: rowsBefore } = await readPackedHead(before);
  return Math.max(rowsBefore, rows) > COMPARED_MOST ? undefined : compareRows({ before, after });
}

async function besides(before: Buffer, derived: DerivedTab, isRead: boolean): Promise<DerivedAnew> {
  if (before.equals(derived.packed)) return { ...derived, isSame: true };
  const comparison = await compared(before, derived);
  const ready = isRead ? await readyRows(derived.packed) : undefined;
  return { ...derived, isSame: false, ...(comparison && { comparison }), ...(ready && { ready }) };
}

/** Makes an endpoint's rows of a tab, and says what has become of those it had, where they are given. Runs in a worker thread. */
export async function deriveAnew(
  { raw, log = [], settings, derived: known, before, isRead = false, keepsRaw = false }: TabToDerive,
  onRows: (rows: number) => void,
): Promise<DerivedAnew> {
  const derived = known ?? (await deriveRead(log.length === 0 ? raw : await foldRaw(raw, log), settings, onRows));
  if (before === undefined) return derived;
  const { carried, ...tab } = await carryRowIds(before, derived, settings);
  const anew = await besides(before, tab, isRead);
  return keepsRaw && carried.size > 0 ? { ...anew, raw: await withRowIds(raw, carried) } : anew;
}
