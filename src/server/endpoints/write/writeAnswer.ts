import type { CellValue } from '../../../contract/rows';
import { textOfUtf8 } from '../../normalise/utf8Text';
import type { RowWrite } from '../../records/work';
import { runAtOnce, type Steps } from '../engine/steps';
import type { ColumnNames } from '../query/columnNames';
import type { PlannedRows } from './plannedRows';

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
