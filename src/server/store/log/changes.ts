import { type Kysely, sql } from 'kysely';
import type { CellValue, Column } from '../../../contract/rows';
import type { Database } from '../../database/schema';
import type { Author } from '../../database/tables/records';
import { Refusal } from '../../refusal';
import type { TabView } from '../memory/engine';
import { readEntries } from './driveLog';
import type { FormerRows } from './formerRows';
import { type FinalRow, finalRows, type LoggedChange } from './logEntries';
import { changeOf, rowFinder, type TabAt, tabAtOf } from './readSince';

type Db = Kysely<Database>;

/** A row as callers see it who may see all of it: `_id`, then the value of each column by its key. */
export type RowValues = Readonly<Record<string, CellValue>>;

/** What has become of a row: it has come (no `before`), is another one, or has gone (no `after`). */
export interface RowDifference {
  /** As it is after the change where it is still there. */
  readonly id: string;
  readonly before: RowValues | undefined;
  readonly after: RowValues | undefined;
}

/** A revision of a tab: when, who and why, and what it has changed. */
export interface RevisionChanges extends Author {
  readonly revision: number;
  /** ISO 8601. */
  readonly at: string;
  /** Made while they are gone through: there may be as many as the tab has rows. */
  readonly rows: Iterable<RowDifference>;
}

/** Revisions of a tab that stand on one snapshot: its own, and those written to it. */
interface Span extends Author {
  readonly revision: number;
  readonly until_revision: number;
  readonly authored_at: string;
  readonly authored_revision: number;
  readonly snapshot_sequence: number;
  readonly spreadsheet_id: string;
  readonly sheet_id: number;
  readonly key_column: string | null;
}

const AUTHORED = ['actor', 'reason', 'authored_at', 'authored_revision'] as const;

/** All that is kept of a tab, the oldest first. One statement: a snapshot that is replaced meanwhile is neither missing nor twice there. */
const listSpans = (db: Db, tabId: string): Promise<Span[]> =>
  db
    .selectFrom('former_snapshots')
    .select(['revision', 'until_revision', 'snapshot_sequence', 'spreadsheet_id', 'sheet_id', 'key_column'])
    .select([...AUTHORED, 'number'])
    .where('tab_id', '=', tabId)
    .unionAll(
      db
        .selectFrom('project_tabs as tab')
        .innerJoin('projects as project', 'project.id', 'tab.project_id')
        .select(['tab.snapshot_revision as revision', 'tab.revision as until_revision', 'tab.snapshot_sequence'])
        .select(['project.sheet_id as spreadsheet_id', 'tab.sheet_id', 'tab.key_column'])
        .select(['tab.actor', 'tab.reason', 'tab.authored_at', 'tab.authored_revision'])
        .select(sql<number>`${Number.MAX_SAFE_INTEGER}`.as('number'))
        .where('tab.id', '=', tabId),
    )
    .orderBy('number')
    .execute();

const valuesOf = (columns: readonly Column[], id: string, values: readonly CellValue[]): RowValues =>
  Object.fromEntries([['_id', id], ...columns.map(({ key }, at) => [key, values[at] ?? null] as const)]);

const rowOf = (view: TabView, rowIndex: number) => JSON.parse(view.rowJson(rowIndex).toString()) as RowValues;

/** What is different in all rows: those that came or are others in the order of the sheet, then those that have gone. */
function* differencesBetween(before: TabView | undefined, after: TabView): Generator<RowDifference, void, undefined> {
  const known = new Set<number>();
  for (const row of after.all({})) {
    const id = after.id(row);
    const twin = before?.find(id).find((one) => !known.has(one));
    if (before === undefined || twin === undefined) {
      yield { id, before: undefined, after: rowOf(after, row) };
      continue;
    }
    known.add(twin);
    if (!before.rowJson(twin).equals(after.rowJson(row))) {
      yield { id, before: rowOf(before, twin), after: rowOf(after, row) };
    }
  }
  for (const row of before?.all({}) ?? []) {
    if (before !== undefined && !known.has(row))
      yield { id: before.id(row), before: rowOf(before, row), after: undefined };
  }
}

/** Rows of a tab while what was written to it is gone through. */
class WrittenRows {
  readonly #find: (row: number) => number | undefined;
  readonly #finals = new Map<number, FinalRow>();

  constructor(private readonly tab: TabAt) {
    this.#find = rowFinder(tab.view);
  }

  /** What a write comes to. */
  write(changes: readonly LoggedChange[]): RowDifference[] {
    const rows = [...new Set(changes.map(({ row }) => row))].filter((row) => row > this.tab.headerRow);
    const before = rows.map((row) => this.#at(row));
    finalRows(changes, this.#finals);
    return rows.flatMap((row, at) => {
      const [was, is] = [before[at], this.#at(row)];
      const id = (is ?? was)?._id;
      return id === undefined ? [] : { id: String(id), before: was, after: is };
    });
  }

  #at(row: number): RowValues | undefined {
    const { view } = this.tab;
    const rowIndex = this.#find(row);
    const final = this.#finals.get(row);
    if (final === undefined) return rowIndex === undefined ? undefined : rowOf(view, rowIndex);
    const change = changeOf(this.tab, row, final, rowIndex);
    return change === undefined || change.kind === 'remove'
      ? undefined
      : valuesOf(view.columns, change.id, change.values);
  }
}

const notKept = (revision: number) =>
  new Refusal('gone', `What was changed since revision ${revision} is not kept any more.`, {
    hint: 'Read all rows again, and go on from their revision.',
  });

export interface ChangesContext {
  readonly db: Db;
  readonly former: Pick<FormerRows, 'load'>;
}

async function viewOf({ former }: ChangesContext, tabId: string, revision: number): Promise<TabView> {
  const rows = await former.load(tabId, revision);
  if (rows === undefined) throw notKept(revision);
  return rows.view;
}

/** All rows were put in place of others, which were those of a revision. */
async function replacedBy(context: ChangesContext, tabId: string, span: Span, former: number | undefined) {
  const before = former === undefined ? undefined : await viewOf(context, tabId, former);
  const after = await viewOf(context, tabId, span.revision);
  const { actor, reason, revision, authored_at: at } = span;
  return { actor, reason, revision, at, rows: { [Symbol.iterator]: () => differencesBetween(before, after) } };
}

/** What was written to a snapshot after a revision. */
async function* writtenTo(context: ChangesContext, tabId: string, span: Span, fromRevision: number) {
  const start = Math.max(fromRevision, span.revision);
  const written = new WrittenRows(tabAtOf(await viewOf(context, tabId, start), span.key_column));
  const { spreadsheet_id: spreadsheetId, sheet_id: sheetId, snapshot_sequence: after } = span;
  for await (const entries of readEntries(context.db, { spreadsheetId, sheetId, after })) {
    for (const { actor, reason, created_at: at, ...entry } of entries) {
      if (entry.revision > span.until_revision) return;
      if (entry.revision <= start) continue;
      const writes = JSON.parse(entry.entries) as LoggedChange[][];
      let revision = entry.revision - writes.length;
      for (const changes of writes) {
        revision += 1;
        const rows = written.write(changes);
        // Where only some of what was written together is known, the rows before it are those before all of it.
        if (revision > fromRevision) yield { actor, reason, revision, at, rows };
      }
    }
  }
}

/**
 * What has been changed in a tab after a revision, in order: each revision of it with its author, and its rows before and after.
 *
 * @param fromRevision the last one that is known; 0 for all
 * @throws Refusal `gone` where that is not kept any more, `too_large` where the rows do not fit into memory
 */
export async function* changesOf(
  context: ChangesContext,
  tabId: string,
  fromRevision: number,
): AsyncGenerator<RevisionChanges, void, undefined> {
  const spans = await listSpans(context.db, tabId);
  const [first] = spans;
  if (first === undefined) return;
  const isWhole = first.reason === 'import' && first.authored_revision === first.revision;
  if (fromRevision < first.revision && !isWhole) throw notKept(fromRevision);
  for (const [at, span] of spans.entries()) {
    const former = spans[at - 1]?.until_revision;
    if (span.revision > Math.max(fromRevision, former ?? 0)) yield replacedBy(context, tabId, span, former);
    if (span.until_revision > Math.max(fromRevision, span.revision)) {
      yield* writtenTo(context, tabId, span, fromRevision);
    }
  }
}
