import { createHash } from 'node:crypto';
import { type PackedLine, readPackedLines } from '../normalise/packedRows';
import { type PackedLog, textsOf } from '../store/log/compactRaw';
import { changesIn } from '../store/log/logEntries';

declare module '../workers/workers' {
  interface Jobs {
    /** Compares the rows of a tab with its former rows. */
    compareRows: typeof compareRows;
  }
}

/** Numbers of added, changed and deleted rows of a tab. */
export interface RowComparison {
  readonly added: number;
  readonly changed: number;
  readonly deleted: number;
  /** Ids that no row has any more. */
  readonly gone: readonly string[];
}

/** Packed rows before and after. */
interface RowsToCompare {
  readonly before: Buffer;
  readonly after: Buffer;
  /** The log since `before`: writes through the endpoint do not count as changes of a sync. */
  readonly log?: PackedLog;
}

/** A row without a counterpart so far. */
interface Unpaired {
  readonly row: number;
  readonly hash: string;
}

const isSame = (a: PackedLine, b: PackedLine) => a.bytes.compare(b.bytes, b.start, b.end, a.start, a.end) === 0;

const idOf = ({ bytes, start, end }: PackedLine) =>
  (JSON.parse(bytes.toString('utf8', start, end)) as { readonly _id: string })._id;

const unpairedOf = ({ bytes, start, end, row }: PackedLine): Unpaired => ({
  row,
  hash: createHash('md5').update(bytes.subarray(start, end)).digest('base64'),
});

/** Collects the rows written through the endpoint: their numbers, and the ids of new ones. */
function writtenIn(log: PackedLog) {
  const rows = new Set<number>();
  const ids = new Set<string>();
  for (const change of changesIn(textsOf(log))) {
    rows.add(change.row);
    if (change.kind === 'append') ids.add(change.id);
  }
  return { rows, ids };
}

/**
 * Compares the rows of an endpoint with its former rows by id while reading them side by side. Only rows whose counterpart is at
 * another position are kept in memory. Runs in a worker thread.
 */
export async function compareRows({ before, after, log = [] }: RowsToCompare): Promise<RowComparison> {
  const written = writtenIn(log);
  const removed = new Map<string, Unpaired>();
  const added = new Map<string, Unpaired>();
  let changed = 0;
  /** Pairs a row with an unpaired one of the other side, or adds it to the unpaired ones of its own side. */
  const pair = (line: PackedLine, ownSide: Map<string, Unpaired>, otherSide: Map<string, Unpaired>) => {
    const id = idOf(line);
    const counterpart = otherSide.get(id);
    if (counterpart === undefined) ownSide.set(id, unpairedOf(line));
    else if (counterpart.hash !== unpairedOf(line).hash && !written.rows.has(line.row)) changed += 1;
    otherSide.delete(id);
  };
  const oldLines = readPackedLines(before);
  const newLines = readPackedLines(after);
  for (;;) {
    const oldLine = (await oldLines.next()).value;
    const newLine = (await newLines.next()).value;
    if (oldLine === undefined && newLine === undefined) break;
    if (oldLine !== undefined && newLine !== undefined && isSame(oldLine, newLine)) continue;
    if (oldLine !== undefined) pair(oldLine, removed, added);
    if (newLine !== undefined) pair(newLine, added, removed);
  }
  const isFromSync = ([id, { row }]: [string, Unpaired]) => !written.rows.has(row) && !written.ids.has(id);
  return {
    added: [...added].filter(isFromSync).length,
    changed,
    deleted: [...removed].filter(isFromSync).length,
    gone: [...removed.keys()],
  };
}
