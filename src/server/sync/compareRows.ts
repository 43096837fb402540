import { createHash } from 'node:crypto';
import { type PackedLine, readPackedLines } from '../normalise/packedRows';
import { changesIn } from '../store/log/logEntries';

declare module '../workers/workers' {
  interface Jobs {
    /** Says what has become of the rows of a tab. */
    compareRows: typeof compareRows;
  }
}

/** How many rows of a tab came, are others now, and went. */
export interface RowComparison {
  readonly added: number;
  readonly changed: number;
  readonly deleted: number;
  /** Ids that no row has any more. */
  readonly gone: readonly string[];
}

/** Packed rows as they were and as they are. */
interface RowsToCompare {
  readonly before: Buffer;
  readonly after: Buffer;
  /** Texts of the log since `before`: what was written through the endpoint is no change of a sync. */
  readonly log?: readonly string[];
}

/** A row that has no twin yet. */
interface Alone {
  readonly row: number;
  readonly hash: string;
}

const isSame = (one: PackedLine, other: PackedLine) =>
  one.bytes.compare(other.bytes, other.start, other.end, one.start, one.end) === 0;

const idOf = ({ bytes, start, end }: PackedLine) =>
  (JSON.parse(bytes.toString('utf8', start, end)) as { readonly _id: string })._id;

const aloneOf = ({ bytes, start, end, row }: PackedLine): Alone => ({
  row,
  hash: createHash('md5').update(bytes.subarray(start, end)).digest('base64'),
});

/** What was written through the endpoint: numbers of its rows, and ids of new ones. */
function writtenIn(log: readonly string[]) {
  const rows = new Set<number>();
  const ids = new Set<string>();
  for (const change of changesIn(log)) {
    rows.add(change.row);
    if (change.kind === 'append') ids.add(change.id);
  }
  return { rows, ids };
}

/** Rows of two tabs by id, read side by side: only those whose twin stands elsewhere are held. */
class Comparison {
  readonly #before = new Map<string, Alone>();
  readonly #after = new Map<string, Alone>();
  #changed = 0;

  constructor(private readonly written: ReturnType<typeof writtenIn>) {}

  see(before: PackedLine | undefined, after: PackedLine | undefined) {
    if (before !== undefined && after !== undefined && isSame(before, after)) return;
    if (before !== undefined) this.#pair(before, this.#before, this.#after);
    if (after !== undefined) this.#pair(after, this.#after, this.#before);
  }

  #pair(line: PackedLine, own: Map<string, Alone>, others: Map<string, Alone>) {
    const id = idOf(line);
    const twin = others.get(id);
    if (twin === undefined) {
      own.set(id, aloneOf(line));
      return;
    }
    others.delete(id);
    if (twin.hash !== aloneOf(line).hash && !this.written.rows.has(line.row)) this.#changed += 1;
  }

  result(): RowComparison {
    const { rows, ids } = this.written;
    const isOurs = ([id, { row }]: [string, Alone]) => !rows.has(row) && !ids.has(id);
    return {
      added: [...this.#after].filter(isOurs).length,
      changed: this.#changed,
      deleted: [...this.#before].filter(isOurs).length,
      gone: [...this.#before.keys()],
    };
  }
}

/** Compares the rows of an endpoint with those it had, by their ids. Runs in a worker thread. */
export async function compareRows({ before, after, log = [] }: RowsToCompare): Promise<RowComparison> {
  const comparison = new Comparison(writtenIn(log));
  const [old, fresh] = [readPackedLines(before), readPackedLines(after)];
  for (;;) {
    const [one, other] = [await old.next(), await fresh.next()];
    if (one.done === true && other.done === true) return comparison.result();
    comparison.see(one.done === true ? undefined : one.value, other.done === true ? undefined : other.value);
  }
}
