import type { CellValue } from '../../../contract/rows';
import { may } from '../../access/caller';
import { textOfUtf8, utf8Bytes } from '../../normalise/rowJson';
import type { RowWrite, Work } from '../../store/log/work';
import type { TabView } from '../../store/memory/engine';
import { runAtOnce, type Steps } from '../../yieldToEventLoop';
import { versionOfJson } from '../../store/memory/tabView';
import { entityTagOf, rowMarkOf } from '../headers';
import { askedOf } from '../plans';
import type { ColumnNames } from '../query/columnNames';
import { rowVersion, versionOfValues } from '../rowVersion';
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
export interface Showing {
  readonly names: ColumnNames;
  /** Places of the columns that are shown. */
  readonly columns: readonly number[];
}

function rowOf({ names, columns }: Showing, id: string | null, valueAt: (place: number) => CellValue): string {
  const pairs = columns.map((place) => `${JSON.stringify(names.column(place).key)}:${JSON.stringify(valueAt(place))}`);
  return `{${[`"_id":${JSON.stringify(id)}`, ...pairs].join(',')}}`;
}

function writtenRow(showing: Showing, row: Exclude<RowWrite, { kind: 'remove' }>, isDryRun: boolean): string {
  if (row.kind === 'append' && showsAll(showing) && !isDryRun) return textOfUtf8(row.json);
  const hasNoIdYet = isDryRun && row.kind === 'append' && row.id === row.ownId;
  return rowOf(showing, hasNoIdYet ? null : row.id, (place) => row.values[place] ?? null);
}

const showsAll = ({ names, columns }: Showing) => columns.length === names.columns.length;

/** Rows between two chances to pause. */
const STEP = 128;

/** The rows after the write, in the order of the sheet; of removed ones their ids. */
export function* shownRows(
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

export interface Answering {
  readonly showing: Showing;
  readonly planned: PlannedRows;
  readonly revision: number;
  readonly isDryRun: boolean;
  /** Whether a list is answered. */
  readonly isList: boolean;
  /** Whether `_unknown=ignore` was asked for. */
  readonly tellsIgnored: boolean;
}

const countOf = (rows: readonly RowWrite[], kind: RowWrite['kind']) => rows.filter((row) => row.kind === kind).length;

function bodyOf(answering: Answering): string {
  return plainBodyOf(answering) ?? wholeBodyOf(answering);
}

/** Of one new row: what is answered most often. */
function plainBodyOf({ showing, planned, revision, isDryRun, isList, tellsIgnored }: Answering): string | undefined {
  const [row] = planned.rows;
  if (isDryRun || isList || tellsIgnored || planned.rows.length !== 1 || row?.kind !== 'append') return undefined;
  return `{"data":${writtenRow(showing, row, isDryRun)},"meta":{"revision":${revision}}}`;
}

function wholeBodyOf(answering: Answering): string {
  const { showing, planned, revision, isDryRun, isList, tellsIgnored } = answering;
  const { rows, ignored, unchanged } = planned;
  const data = planned.shown ?? runAtOnce(shownRows(showing, planned, isDryRun));
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

/** 201 when rows were made, with where they are; else 200. */
export function answerOf(answering: Answering, url: string): WriteAnswer {
  const { planned, isDryRun, revision } = answering;
  const isMade = !isDryRun && planned.rows.some(({ kind }) => kind === 'append');
  return {
    status: isMade ? 201 : 200,
    headers: { 'x-tabpoint-revision': String(revision), ...(isMade && { location: locationOf(url, planned) }) },
    body: bodyOf(answering),
  };
}

/** The answer to the removal of one row. */
export const nothingLeft = (revision: number): WriteAnswer => ({
  status: 204,
  headers: { 'x-tabpoint-revision': String(revision) },
  body: '',
});

/** Callers who may not read are shown what they have sent. */
function showingOf({ target: { caller, tab }, givenNames }: WriteCall, { columns: all }: TabView): Showing {
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

/** The work of a write; where that is done in small steps, so is what is answered with it. */
export function withSteps(call: WriteCall): Work<PlannedRows> {
  const { work, isDryRun } = call;
  const { steps } = work;
  if (steps === undefined) return work;
  return {
    ...work,
    *steps(tab) {
      const planned = yield* steps(tab);
      return { ...planned, shown: yield* shownRows(showingOf(call, planned.view), planned, isDryRun) };
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
  if (row.kind === 'remove') return undefined;
  return row.kind === 'append' && names.areAll
    ? versionOfJson(utf8Bytes(row.json))
    : versionOfValues(row.id, row.values, names);
}

/** The answer to a write, but for its entity tag. */
export function answerFor(call: WriteCall, planned: PlannedRows, revision: number): WriteAnswer {
  const { target, isDryRun, isList, tellsIgnored, isRemoval } = call;
  if (isRemoval && !isDryRun) return nothingLeft(revision);
  const showing = showingOf(call, planned.view);
  return answerOf({ showing, planned, revision, isDryRun, isList, tellsIgnored }, target.url);
}

/** What a write comes to, once it is on disk. */
export interface Done {
  readonly planned: PlannedRows;
  readonly revision: number;
}

/** The answer to a write that is on disk; a repeat is given the same. */
export function writtenAnswer(call: WriteCall, { planned, revision }: Done): WriteAnswer {
  const made = answerFor(call, planned, revision);
  return { ...made, headers: { ...made.headers, ...tagOf(call, planned) } };
}
