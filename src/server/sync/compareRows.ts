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

const isSame = (one: PackedLine, other: PackedLine) =>
  one.bytes.compare(other.bytes, other.start, other.end, one.start, one.end) === 0;

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
 * another position are held. Runs in a worker thread.
 */
export async function compareRows({ before, after, log = [] }: RowsToCompare): Promise<RowComparison> {
  const written = writtenIn(log);
  const [removed, added] = [new Map<string, Unpaired>(), new Map<string, Unpaired>()];
  let changed = 0;
  const pair = (line: PackedLine, own: Map<string, Unpaired>, others: Map<string, Unpaired>) => {
    const id = idOf(line);
    const twin = others.get(id);
    if (twin === undefined) own.set(id, unpairedOf(line));
    else if (twin.hash !== unpairedOf(line).hash && !written.rows.has(line.row)) changed += 1;
    others.delete(id);
  };
  const [old, fresh] = [readPackedLines(before), readPackedLines(after)];
  for (;;) {
    const [one, other] = [(await old.next()).value, (await fresh.next()).value];
    if (one === undefined && other === undefined) break;
    if (one !== undefined && other !== undefined && isSame(one, other)) continue;
    if (one !== undefined) pair(one, removed, added);
    if (other !== undefined) pair(other, added, removed);
  }
  const isFromSync = ([id, { row }]: [string, Unpaired]) => !written.rows.has(row) && !written.ids.has(id);
  return {
    added: [...added].filter(isFromSync).length,
    changed,
    deleted: [...removed].filter(isFromSync).length,
    gone: [...removed.keys()],
  };
}
