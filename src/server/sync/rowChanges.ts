import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { TabChanges } from '../../contract/syncs';
import { readBlob } from '../database/blobs';
import type { Database } from '../database/schema';
import type { ProjectTabsTable } from '../database/tables/projects';
import { type PackedLine, readPackedLines } from '../normalise/packedRows';
import { readTail } from '../store/log/driveLog';
import { noteGone } from '../store/log/goneRows';
import { changesIn } from '../store/log/logEntries';
import { Refusal } from '../refusal';
import type { Workers } from '../workers/workers';
import type { KeptTab } from './deriveTabs';

declare module '../workers/workers' {
  interface Jobs {
    /** Says what has become of the rows of a tab. */
    compareRows: { input: RowsToCompare; output: RowComparison };
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

async function* linesOf(packed: Buffer): AsyncGenerator<PackedLine, void, undefined> {
  for await (const lines of readPackedLines(packed)) yield* lines;
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
  const [old, fresh] = [linesOf(before), linesOf(after)];
  for (;;) {
    const [one, other] = [await old.next(), await fresh.next()];
    if (one.done === true && other.done === true) return comparison.result();
    comparison.see(one.done === true ? undefined : one.value, other.done === true ? undefined : other.value);
  }
}

/** A tab before and after its rows were derived anew. */
interface DerivedPair {
  readonly sheetId: number;
  readonly title: string;
  /** The endpoint it has been; undefined for a new one. */
  readonly known?: ProjectTabsTable;
  /** Its rows by now; undefined where it goes on with those it has. */
  readonly kept?: KeptTab;
}

/** What has become of the rows of a tab, and the ids that are no more. */
export interface TabComparison {
  readonly changes: TabChanges;
  readonly tabId?: string;
  readonly gone: readonly string[];
}

interface CompareContext {
  readonly db: Kysely<Database>;
  readonly workers: Workers;
  readonly signal?: AbortSignal;
}

/** Rows of a tab that are all new, or all gone, or of which only their number is known. */
const byNumber = (before: number, after: number): RowComparison => ({
  added: Math.max(0, after - before),
  changed: 0,
  deleted: Math.max(0, before - after),
  gone: [],
});

async function compare({ db, workers, signal }: CompareContext, known: ProjectTabsTable, kept: KeptTab) {
  const log = (await readTail(db, known.id))?.log;
  const [before, after] = [await readBlob(db, known.snapshot_blob), await readBlob(db, kept.snapshot)];
  try {
    return await workers.run('compareRows', { before, after, log }, { signal });
  } catch (error) {
    // Rows that are too many to be compared are no reason not to publish them.
    if (error instanceof Refusal && error.code === 'too_large') return byNumber(known.rows, kept.rows);
    throw error;
  }
}

async function comparisonOf(context: CompareContext, { known, kept }: DerivedPair): Promise<RowComparison> {
  if (kept === undefined) return byNumber(0, 0);
  if (known === undefined) return byNumber(0, kept.rows);
  if (!kept.changed) return byNumber(0, 0);
  return compare(context, known, kept);
}

/** Says of tabs that are about to be published what their rows have become; tabs without a difference are left out. */
async function rowChangesOf(context: CompareContext, pairs: readonly DerivedPair[]): Promise<TabComparison[]> {
  const compared: TabComparison[] = [];
  for (const pair of pairs) {
    const { gone, ...counts } = await comparisonOf(context, pair);
    if (counts.added + counts.changed + counts.deleted + gone.length === 0) continue;
    const { sheetId, title, known } = pair;
    compared.push({ changes: { sheetId, title, ...counts }, tabId: known?.id, gone });
  }
  return compared;
}

/** The lines of a history: what people would notice. */
export const changeLinesOf = (compared: readonly TabComparison[]): TabChanges[] =>
  compared.map(({ changes }) => changes).filter(({ added, changed, deleted }) => added + changed + deleted > 0);

/** Notes the ids that are about to vanish, tab by tab, with a turn for others in between. */
export async function noteVanishing(db: Kysely<Database>, compared: readonly TabComparison[]): Promise<void> {
  for (const { tabId, gone } of compared) {
    if (tabId === undefined || gone.length === 0) continue;
    await noteGone(db, tabId, gone);
    await nextTurn();
  }
}

/** As {@link rowChangesOf}; the ids that are about to vanish are noted. */
export async function compareAndNote(context: CompareContext, pairs: readonly DerivedPair[]): Promise<TabComparison[]> {
  const compared = await rowChangesOf(context, pairs);
  await noteVanishing(context.db, compared);
  return compared;
}
