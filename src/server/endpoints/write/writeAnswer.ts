import type { CellValue } from '../../../contract/rows';
import { may } from '../../access/caller';
import type { RowWrite, Work } from '../../store/log/work';
import type { TabView } from '../../store/memory/engine';
import type { Steps } from '../../yieldToEventLoop';
import { entityTagOf, rowMarkOf, rowVersion, versionOfValues } from '../headers';
import { askedOf } from '../query/plans';
import type { ColumnNames } from '../query/columnNames';
import type { PlannedRows } from './changeRows';
import type { WriteCall } from './writeHandlers';

/** A finished answer, as it is kept for repeats too. */
export interface WriteAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Empty for 204. */
  readonly body: string;
}

/** Longest `Location`, in characters, that names every new row. */
const LONGEST_LOCATION = 2_000;

/** What the rows of an answer show. */
interface Showing {
  readonly names: ColumnNames;
  /** Places of the columns that are shown. */
  readonly columns: readonly number[];
}

function rowOf({ names, columns }: Showing, id: string | null, valueAt: (place: number) => CellValue): string {
  const pairs = columns.map((place) => `${JSON.stringify(names.column(place).key)}:${JSON.stringify(valueAt(place))}`);
  return `{${[`"_id":${JSON.stringify(id)}`, ...pairs].join(',')}}`;
}

function writtenRow(showing: Showing, row: Exclude<RowWrite, { kind: 'remove' }>, isDryRun: boolean): string {
  const hasNoIdYet = isDryRun && row.kind === 'append' && row.id === row.ownId;
  return rowOf(showing, hasNoIdYet ? null : row.id, (place) => row.values[place] ?? null);
}

/** Rows between two chances to pause. */
const STEP = 128;

/** The rows after the write, in the order of the sheet; of removed ones their ids. */
function* shownRows(
  showing: Showing,
  { view, rows, unchanged }: PlannedRows,
  isDryRun: boolean,
): Steps<readonly string[]> {
  const shown: { readonly number: number; readonly json: string }[] = [];
  for (const row of rows) {
    const json = row.kind === 'remove' ? `{"_id":${JSON.stringify(row.id)}}` : writtenRow(showing, row, isDryRun);
    shown.push({ number: row.row, json });
    if (shown.length % STEP === 0) yield;
  }
  for (const place of unchanged) {
    const json = rowOf(showing, view.id(place), (column) => view.value(place, column));
    shown.push({ number: view.rowNumber(place), json });
    if (shown.length % STEP === 0) yield;
  }
  return shown.toSorted((one, other) => one.number - other.number).map(({ json }) => json);
}

/** A write that was worked out, with the JSON of the rows that it is answered with. */
export interface ShownWrite extends PlannedRows {
  readonly shown: readonly string[];
}

const countOf = (rows: readonly RowWrite[], kind: RowWrite['kind']) => rows.filter((row) => row.kind === kind).length;

function bodyOf({ isDryRun, isList, tellsIgnored }: WriteCall, planned: ShownWrite, revision: number): string {
  const { rows, ignored, unchanged, shown: data } = planned;
  const meta = {
    ...(isList && { count: data.length }),
    ...((isList || isDryRun) && {
      created: countOf(rows, 'append'),
      updated: countOf(rows, 'update'),
      removed: countOf(rows, 'remove'),
      unchanged: unchanged.length,
    }),
    ...(isDryRun && { dryRun: true }),
    ...(tellsIgnored && { ignored }),
    revision,
  };
  return `{"data":${isList ? `[${data.join(',')}]` : (data[0] ?? 'null')},"meta":${JSON.stringify(meta)}}`;
}

/** The id as a part of an address: one that begins with `_` has one more. */
export const partOf = (id: string) => encodeURIComponent(id.startsWith('_') ? `_${id}` : id);

/** Where the new rows are. */
function locationOf(url: string, { rows }: PlannedRows): string {
  const ids = rows.flatMap((row) => (row.kind === 'append' ? [row.id] : []));
  if (ids.length === 1) return `${url}/${partOf(ids[0] ?? '')}`;
  const list = ids.map((id) => (/[",]/.test(id) ? `"${id.replaceAll('"', '""')}"` : id)).join(',');
  const query = `?_id__in=${encodeURIComponent(list)}`;
  return query.length <= LONGEST_LOCATION ? url + query : url;
}

/** Callers who may not read are shown what they have sent. */
function showingOf(
  { target: { caller, tab }, givenNames }: Omit<WriteCall, 'work'>,
  { columns: all }: TabView,
): Showing {
  const { names } = askedOf(caller, tab, all);
  if (may(caller, 'read')) return { names, columns: names.visible };
  const given = new Set(givenNames.map((name) => names.find(name)));
  return { names, columns: names.visible.filter((place) => given.has(place)) };
}

/** Keys of the columns that rows are shown with to whoever makes the call. */
export function shownKeys(call: WriteCall, view: TabView): string[] {
  const { names, columns } = showingOf(call, view);
  return columns.map((place) => names.column(place).key);
}

/** The work of a write, with what it is answered with. */
export function shownWork({ work, ...call }: WriteCall): Work<ShownWrite> {
  return {
    ...work,
    *plan(tab) {
      const planned = yield* work.plan(tab);
      return { ...planned, shown: yield* shownRows(showingOf(call, planned.view), planned, call.isDryRun) };
    },
  };
}

/** Entity tag of the one row that is written, or that was as it should be, as a read of it has it. */
function tagOf({ target: { caller, tab }, isList }: WriteCall, planned: PlannedRows): Record<string, string> {
  if (isList || !may(caller, 'read')) return {};
  const { names, visibilityKey } = askedOf(caller, tab, planned.view.columns);
  const version = versionOf(planned, names);
  return version === undefined ? {} : { etag: entityTagOf(rowMarkOf(version, visibilityKey), 'identity') };
}

function versionOf({ rows: [row], unchanged: [same], view }: PlannedRows, names: ColumnNames): string | undefined {
  if (row === undefined) return same === undefined ? undefined : rowVersion(view, same, names);
  return row.kind === 'remove' ? undefined : versionOfValues(row.id, row.values, names);
}

/** The answer to a write, but for its entity tag: 201 when rows were made, with where they are, 204 when one was removed, else 200. */
export function answerFor(call: WriteCall, planned: ShownWrite, revision: number): WriteAnswer {
  const { target, isDryRun, isRemoval } = call;
  const headers = { 'x-tabpoint-revision': String(revision) };
  if (isRemoval && !isDryRun) return { status: 204, headers, body: '' };
  const body = bodyOf(call, planned, revision);
  const isMade = !isDryRun && planned.rows.some(({ kind }) => kind === 'append');
  if (!isMade) return { status: 200, headers, body };
  return { status: 201, headers: { ...headers, location: locationOf(target.url, planned) }, body };
}

/** What a write comes to, once it is on disk. */
export interface Done {
  readonly planned: ShownWrite;
  readonly revision: number;
}

/** The answer to a write that is on disk; a repeat is given the same. */
export function writtenAnswer(call: WriteCall, { planned, revision }: Done): WriteAnswer {
  const made = answerFor(call, planned, revision);
  return { ...made, headers: { ...made.headers, ...tagOf(call, planned) } };
}
