import type { CellValue } from '../../contract/rows';
import { type DerivedTab, deriveRead, type TabSettings } from '../normalise/deriveTab';
import {
  createPackedRows,
  type PackedRow,
  type PackedRowsHead,
  readPackedHead,
  readPackedLines,
  readPackedRows,
} from '../normalise/packedRows';
import { withRowIds } from '../rawTab/packedRaw';
import { foldRaw } from '../store/log/foldRaw';
import { anchoredDiff, rowHash } from '../workbook/rowDiff';
import type { JobProgress } from '../workers/workers';

/** Rows as far as recognising them takes. */
interface MarkedRows {
  readonly ids: readonly string[];
  /** Whether each got its id from us, and not from what stands in it. */
  readonly own: readonly boolean[];
  /** Numbers in the sheet. */
  readonly numbers: readonly number[];
  /** A number of each row's content: equal rows have equal numbers. */
  readonly marks: Float64Array;
}

/** A tab whose rows have the ids that they had. */
export interface CarriedTab extends DerivedTab {
  /** Those that are not the ids of their raw rows, by the number of the row in the sheet. */
  readonly carried: ReadonlyMap<number, string>;
}

/** An id of ours. */
const OWN_ID = /^r_[0-9a-hjkmnp-tv-z]{12}$/;

declare module '../workers/workers' {
  interface Jobs {
    /** Makes an endpoint's rows of a raw tab. */
    deriveTab: { input: TabInput; output: DerivedAnew };
  }
}

const keysOf = ({ columns }: PackedRowsHead) => columns.map(({ key }) => key);

/** 48 bits of a row's values in some columns. */
function markOf(row: Readonly<Record<string, CellValue>>, keys: readonly string[]): number {
  const text = JSON.stringify(keys.map((key) => row[key] ?? null));
  return rowHash(text);
}

/** @param keys of the columns whose values count */
async function markRows(packed: Buffer, keys: readonly string[], keyColumn: string): Promise<MarkedRows> {
  const ids: string[] = [];
  const own: boolean[] = [];
  const numbers: number[] = [];
  const marks: number[] = [];
  for await (const lines of readPackedLines(packed)) {
    for (const { bytes, start, end, row } of lines) {
      const values = JSON.parse(bytes.toString('utf8', start, end)) as Record<string, CellValue> & { _id: string };
      ids.push(values._id);
      own.push(OWN_ID.test(values._id) && values[keyColumn] !== values._id);
      numbers.push(row);
      marks.push(markOf(values, keys));
    }
  }
  return { ids, own, numbers, marks: Float64Array.from(marks) };
}

/** Which row each fresh one has been, by content first and then by position between those; -1 where it is a new one. */
function twinsOf(before: MarkedRows, fresh: MarkedRows): Int32Array {
  const { twins, gaps } = anchoredDiff(before.marks, fresh.marks);
  for (const { oldFrom, oldTo, freshFrom, freshTo } of gaps) {
    const pairs = Math.min(oldTo - oldFrom, freshTo - freshFrom);
    for (let at = 0; at < pairs; at += 1) twins[freshFrom + at] = oldFrom + at;
  }
  return twins;
}

const isSame = (before: MarkedRows, fresh: MarkedRows) =>
  before.marks.length === fresh.marks.length &&
  fresh.ids.every(
    (id, at) =>
      id === before.ids[at] && fresh.numbers[at] === before.numbers[at] && fresh.marks[at] === before.marks[at],
  );

function carriedIn({ ids: own, numbers }: MarkedRows, ids: readonly string[]): ReadonlyMap<number, string> {
  const carried = new Map<number, string>();
  for (const [at, id] of ids.entries()) if (id !== own[at]) carried.set(numbers[at] ?? 0, id);
  return carried;
}

async function withIds(derived: DerivedTab, head: PackedRowsHead, ids: readonly string[]): Promise<DerivedTab> {
  const writer = createPackedRows(head.columns);
  let at = 0;
  for await (const [id, row, ...values] of readPackedRows(derived.packed)) {
    writer.add([ids[at] ?? id, row, ...values] satisfies PackedRow);
    at += 1;
  }
  return { ...derived, packed: await writer.finish(head) };
}

/**
 * Gives the rows of a tab the ids that they had, where their source has no ids: equal rows that occur once, in order; then those
 * in the same place between them; the others are new. Ids that a column declares are left alone. Runs in a worker thread.
 *
 * @param before the packed rows as they were
 * @returns with the very bytes of `before` where nothing has changed
 */
export async function carryRowIds(
  before: Buffer,
  derived: DerivedTab,
  settings: TabSettings = {},
): Promise<CarriedTab> {
  const [oldHead, head] = [await readPackedHead(before), await readPackedHead(derived.packed)];
  const known = new Set(keysOf(oldHead));
  const shared = keysOf(head).filter((key) => known.has(key));
  const keyColumn = settings.keyColumn ?? '';
  const [old, fresh] = [await markRows(before, shared, keyColumn), await markRows(derived.packed, shared, keyColumn)];
  const twins = twinsOf(old, fresh);
  const ids = fresh.ids.map((id, at) => {
    const twin = twins[at] ?? -1;
    return fresh.own[at] === true && old.own[twin] === true ? (old.ids[twin] ?? id) : id;
  });
  const carried = carriedIn(fresh, ids);
  const isAsBefore = JSON.stringify(oldHead) === JSON.stringify(head);
  if (isAsBefore && isSame(old, { ...fresh, ids })) return { ...derived, packed: before, carried };
  return { ...(await withIds(derived, head, ids)), carried };
}

/** A tab whose endpoint's rows are to be derived. */
interface TabInput {
  /** The packed raw tab. */
  readonly raw: Buffer;
  /** Texts of its log that are not part of it yet. */
  readonly log?: readonly string[];
  readonly settings?: TabSettings;
  /** The packed rows it has had, where rows that are recognised keep their ids. */
  readonly before?: Buffer;
  /** What would be derived, where that is known already. */
  readonly derived?: DerivedTab | undefined;
  /** Whether the raw tab is to be kept, with the ids that its rows have had. */
  readonly keepsRaw?: boolean;
}

export interface DerivedAnew extends DerivedTab {
  /** The packed raw tab with the ids that its rows have had, where it is to be kept: the same rows can be made of it again. */
  readonly raw?: Buffer;
}

type Tell = (progress: JobProgress) => void;

async function derivedOf({ raw, log = [], settings }: TabInput, tell: Tell): Promise<DerivedTab> {
  const derived = await deriveRead(log.length === 0 ? raw : await foldRaw(raw, log), settings, (rows) =>
    tell({ rows }),
  );
  tell({ rows: derived.rows });
  return derived;
}

/** See `Jobs`. Runs in a worker thread. */
export async function deriveTab(input: TabInput, tell: Tell): Promise<DerivedAnew> {
  const { raw, settings, before, keepsRaw = false } = input;
  const derived = input.derived ?? (await derivedOf(input, tell));
  if (before === undefined) return derived;
  const { carried, ...tab } = await carryRowIds(before, derived, settings);
  return keepsRaw && carried.size > 0 ? { ...tab, raw: await withRowIds(raw, carried) } : tab;
}
