import { createHash } from 'node:crypto';
import { type PackedLine, readPackedLines } from '../normalise/packedRows';
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
  /** Texts of the log since `before`: writes through the endpoint do not count as changes of a sync. */
  readonly log?: readonly string[];
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
function writtenIn(log: readonly string[]) {
  const rows = new Set<number>();
  const ids = new Set<string>();
  for (const change of changesIn(log)) {
    rows.add(change.row);
    if (change.kind === 'append') ids.add(change.id);
  }
  return { rows, ids };
}

/** Compares the rows of two tabs by id while reading them side by side. Only rows whose counterpart is at another position are held. */
class Comparison {
  readonly #before = new Map<string, Unpaired>();
  readonly #after = new Map<string, Unpaired>();
  #changed = 0;

  constructor(private readonly written: ReturnType<typeof writtenIn>) {}

  add(before: PackedLine | undefined, after: PackedLine | undefined) {
    if (before !== undefined && after !== undefined && isSame(before, after)) return;
    if (before !== undefined) this.#pair(before, this.#before, this.#after);
    if (after !== undefined) this.#pair(after, this.#after, this.#before);
  }

  #pair(line: PackedLine, own: Map<string, Unpaired>, others: Map<string, Unpaired>) {
    const id = idOf(line);
    const twin = others.get(id);
    if (twin === undefined) {
      own.set(id, unpairedOf(line));
      return;
    }
    others.delete(id);
    if (twin.hash !== unpairedOf(line).hash && !this.written.rows.has(line.row)) this.#changed += 1;
  }

  result(): RowComparison {
    const { rows, ids } = this.written;
    const isFromSync = ([id, { row }]: [string, Unpaired]) => !rows.has(row) && !ids.has(id);
    return {
      added: [...this.#after].filter(isFromSync).length,
      changed: this.#changed,
      deleted: [...this.#before].filter(isFromSync).length,
      gone: [...this.#before.keys()],
    };
  }
}

/** Compares the rows of an endpoint with its former rows by id. Runs in a worker thread. */
export async function compareRows({ before, after, log = [] }: RowsToCompare): Promise<RowComparison> {
  const comparison = new Comparison(writtenIn(log));
  const [old, fresh] = [readPackedLines(before), readPackedLines(after)];
  for (;;) {
    const [one, other] = [await old.next(), await fresh.next()];
    if (one.done === true && other.done === true) return comparison.result();
    comparison.add(one.done === true ? undefined : one.value, other.done === true ? undefined : other.value);
  }
}
