import { idPart, idsQuery } from '../../../contract/idsQuery';
import { limits } from '../../../contract/limits';
import type { CellValue, Column } from '../../../contract/rows';
import { rowJsonWriter } from '../../normalise/rowJson';
import { Refusal } from '../../refusal';
import type { KeptAnswer } from '../../store/log/idempotency';
import type { RowWrite } from '../../store/log/plannedWrite';
import type { TabView } from '../../store/memory/engine';
import type { Steps } from '../../yieldToEventLoop';
import { entityTagOf, rowTagOf, rowVersion, versionOfValues } from '../headers';
import type { NamesOf, PlannedRows } from './rowPlanner';
import type { WriteParameters } from './writeParameters';

/** Options of the response to a write. */
export interface AnswerOptions extends Pick<WriteParameters, 'isDryRun' | 'ignoreUnknown'> {
  readonly target: {
    /** URL of the endpoint. */
    readonly url: string;
  };
  /** Returns the columns that the caller may use. */
  readonly namesOf: NamesOf;
  /** Whether several rows may be written; the response is then a list. */
  readonly isList: boolean;
  /** Names in each row of the request: the only columns of that row shown to callers who may not read. */
  readonly givenNames: readonly (readonly string[])[];
}

/** Maximum length of a `Location` that lists every new row, in characters. */
const MAX_LOCATION_LENGTH = 2_000;

/** Columns shown in the rows of a response. */
interface ShownColumns {
  readonly columns: readonly Column[];
  /** Their indexes among all columns of the tab. */
  readonly indexes: readonly number[];
}

const rowOf = ({ columns, indexes }: ShownColumns, id: string | null, valueAt: (column: number) => CellValue): string =>
  rowJsonWriter(columns)(id, (at) => JSON.stringify(valueAt(indexes[at]!)));

/**
 * Returns the function that returns the columns which the response shows of a row, by its position in the request. Callers who may
 * not read see only the columns that they have sent for that row.
 */
function createShownColumns(
  { namesOf, givenNames }: AnswerOptions,
  { columns: all }: TabView,
): (at: number) => ShownColumns {
  const names = namesOf(all);
  const visible = { columns: names.visibleColumns, indexes: names.visible };
  if (!names.isBlind) return () => visible;
  return (at) => {
    const given = new Set(givenNames[at]?.map((name) => names.find(name)));
    const indexes = names.visible.filter((index) => given.has(index));
    return { columns: indexes.map((index) => names.column(index)), indexes };
  };
}

/**
 * Returns the JSON of the rows after the write, in the order of the request; of removed rows only their ids.
 *
 * @throws Refusal `too_large` for rows that are too long for a response
 */
export function* shownRows(options: AnswerOptions, { view, targets }: PlannedRows): Steps<readonly string[]> {
  const shown: string[] = [];
  let bytes = 0;
  const columnsOf = createShownColumns(options, view);
  for (const [at, row] of targets.entries()) {
    const shownColumns = columnsOf(at);
    if (typeof row === 'number') shown.push(rowOf(shownColumns, view.id(row), (column) => view.value(row, column)));
    else if (row.kind === 'remove') shown.push(`{"_id":${JSON.stringify(row.id)}}`);
    else {
      const isUnassigned = options.isDryRun && row.kind === 'append' && row.id === row.ownId;
      shown.push(rowOf(shownColumns, isUnassigned ? null : row.id, (column) => row.values[column] ?? null));
    }
    bytes += Buffer.byteLength(shown.at(-1)!);
    if (bytes > limits.bytesPerResponse) {
      const detail = `The written rows are larger than ${limits.bytesPerResponse / 1024 ** 2} MB.`;
      throw new Refusal('too_large', detail, { hint: 'Write fewer rows at once.' });
    }
    yield;
  }
  return shown;
}

/** Planned write, with the JSON of the rows for its response. */
export interface ShownWrite extends PlannedRows {
  readonly shown: readonly string[];
}

const countOf = (rows: readonly RowWrite[], kind: RowWrite['kind']) => rows.filter((row) => row.kind === kind).length;

function bodyOf({ isDryRun, isList, ignoreUnknown }: AnswerOptions, planned: ShownWrite, revision: number): string {
  const { rows, targets, ignored, shown: data } = planned;
  const meta = {
    ...(isList && { count: data.length }),
    ...((isList || isDryRun) && {
      created: countOf(rows, 'append'),
      updated: countOf(rows, 'update'),
      removed: countOf(rows, 'remove'),
      unchanged: targets.length - rows.length,
    }),
    ...(isDryRun && { dryRun: true }),
    ...(ignoreUnknown && { ignored }),
    revision,
  };
  return `{"data":${isList ? `[${data.join(',')}]` : (data[0] ?? 'null')},"meta":${JSON.stringify(meta)}}`;
}

/** Matches ids that no path can end with: URLs resolve them as the folder itself and the one above, even percent-encoded. */
const DOT_SEGMENT = /^\.\.?$/;

/** Returns the address of the new rows. */
function locationOf(url: string, { rows }: PlannedRows): string {
  const ids = rows.flatMap((row) => (row.kind === 'append' ? [row.id] : []));
  const [id = ''] = ids;
  if (ids.length === 1 && !DOT_SEGMENT.test(id)) return `${url}/${idPart(id)}`;
  const query = `?${idsQuery(ids)}`;
  return query.length <= MAX_LOCATION_LENGTH ? url + query : url;
}

/** Returns the entity tag of the one written or unchanged row, equal to that of a read. */
function tagOf({ namesOf, isList }: AnswerOptions, { targets, view }: PlannedRows): Record<string, string> {
  const [row] = targets;
  const names = namesOf(view.columns);
  if (isList || row === undefined || names.isBlind) return {};
  if (typeof row !== 'number' && row.kind === 'remove') return {};
  const version = typeof row === 'number' ? rowVersion(view, row, names) : versionOfValues(row.id, row.values, names);
  return { etag: entityTagOf(rowTagOf(version, names.visibilityKey), 'identity') };
}

/** Builds the response of a write: 201 with the rows' address if rows were added, 204 if one was removed, else 200. */
export function answerFor(options: AnswerOptions, planned: ShownWrite, revision: number): KeptAnswer {
  const { target, isDryRun, isList } = options;
  const headers = {
    'x-tabpoint-revision': String(revision),
    ...(!isDryRun && tagOf(options, planned)),
  };
  const isRemoved = planned.rows.some(({ kind }) => kind === 'remove');
  if (isRemoved && !isList && !isDryRun) return { status: 204, headers, body: '' };
  const body = bodyOf(options, planned, revision);
  const hasNewRows = !isDryRun && planned.rows.some(({ kind }) => kind === 'append');
  if (!hasNewRows) return { status: 200, headers, body };
  return { status: 201, headers: { ...headers, location: locationOf(target.url, planned) }, body };
}
