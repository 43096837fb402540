import type { FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify';
import type { Caller } from '../access/caller';
import { type Awaitable, whenReady } from '../awaitable';
import type { ShownCells } from '../normalise/displayedCells';
import { isRowId } from '../rawTab/rowIds';
import { hasTombstone } from '../store/log/tombstones';
import { Refusal } from '../refusal';
import type { Answer } from './answers/answer';
import { joinParts } from './answers/bodies';
import { notStored } from './answers/displayedTabs';
import { mediaTypes } from './answers/format';
import { isStoredJson, rowsTable } from './answers/page';
import type { ReadProject, ReadTab } from '../store/log/endpointsRepository';
import type { ServedTab, TabView } from '../store/memory/engine';
import { cacheControlOf, rowTagOf, rowVersion } from './headers';
import { addressedTab, addressOf, unescapedName } from './locate';
import { type ColumnNames, namesFor } from './query/columnNames';
import { queryTextOf } from './query/rawQuery';
import { type RowOptions, parseRowOptions } from './query/rowsPlan';
import { openTab, type ReadServices } from './readServices';
import { sendAnswer } from './sendAnswer';
import { staleIn } from './staleFormulas';
import { keyCellReference, duplicateIds } from './cellReference';

/** Returns the refusal for an id without a row. The hint covers addresses that were not meant to name a row. */
function noSuchRow({ title }: { readonly title: string }, id: string): Refusal {
  if (id === '')
    return new Refusal('not_found', 'No row has an empty _id.', { hint: 'Leave out the slash at the end.' });
  if (unescapedName(id) === undefined) {
    return new Refusal('not_found', `“${id}” is no row of ${title}: names that begin with “_” are reserved.`, {
      hint: `After the name of the sheet there are _schema and, for POST, _query. The row whose _id is “${id}” is at “_${id}”.`,
    });
  }
  return new Refusal('not_found', `No row of ${title} has the id “${id}”.`, {
    hint: 'After the name of the sheet comes the _id of a row, as in a response. Filters come after a “?”.',
  });
}

/** Whether a caller may know that a row was removed. An id may be a former value of a column that is hidden from a key. */
const mayKnowOf = ({ columnAccess }: Caller, tab: ReadTab, id: string) => !columnAccess.has(tab.id) || isRowId(id);

/**
 * Refuses an id that no row has.
 *
 * @param part as written in the address
 * @throws Refusal `gone` for a removed row, else `not_found`
 */
export async function refuseMissing(
  { db }: ReadServices,
  { tab, caller, part }: Pick<RowRequest, 'tab' | 'caller' | 'part'>,
): Promise<never> {
  const id = unescapedName(part);
  if (id !== undefined && mayKnowOf(caller, tab, id) && (await hasTombstone(db, tab.id, id))) {
    throw new Refusal('gone', `The row “${part}” of ${tab.title} has been removed.`);
  }
  throw noSuchRow(tab, part);
}

/**
 * Returns whether a row's JSON depends on more of the sheet than its values: its position, displayed cells, or the names of other
 * columns.
 */
const dependsOnSheet = ({ fields, values, slugKeys }: RowOptions) =>
  values !== undefined || slugKeys || fields?.includes('_row') === true;

/** Request for one row. */
interface RowRequest {
  readonly project: ReadProject;
  readonly tab: ReadTab;
  readonly caller: Caller;
  /** Id of the row as written in the address, decoded. */
  readonly part: string;
}

/** Row that was found, and how to write it. */
interface FoundRow {
  readonly view: TabView;
  readonly rowIndex: number;
  readonly names: ColumnNames;
  readonly options: RowOptions;
  /** Query of the address, without `?`. */
  readonly queryText: string;
  /** Columns whose formulas are older than their inputs in this row. */
  readonly stale: readonly string[];
}

/** @param shown displayed text of its cells, if requested */
function answerOfRow(found: FoundRow, shown: ShownCells | undefined): Answer {
  const { view, rowIndex, names, options, queryText, stale } = found;
  const { revision } = view;
  const row = isStoredJson(options)
    ? view.rowJson(rowIndex)
    : rowsTable(view, Uint32Array.of(rowIndex), names, { ...options, shown }).json(0, 1, ',');
  const staleJson = stale.length === 0 ? '' : JSON.stringify(stale);
  const staleMeta = stale.length === 0 ? '' : `,"stale":${staleJson}`;
  const identity = joinParts(['{"data":', row, `,"meta":{"revision":${revision}${staleMeta}}}`]);
  // Displayed text can change while every value stays the same.
  const sheetRevision = dependsOnSheet(options) ? ` ${revision}` : '';
  const look = names.visibilityKey + queryText + sheetRevision + staleJson;
  const tag = rowTagOf(rowVersion(view, rowIndex, names), look);
  return { tag, meta: { revision }, type: mediaTypes.json, bodies: { identity } };
}

/**
 * Builds the response for one row of a tab.
 *
 * @param queryText query of the address, without `?`
 * @throws Refusal `not_found`, `gone` for a removed row, or `duplicate_key` naming the cells when several rows have the id
 */
function rowAnswer(reading: ReadServices, call: RowRequest, queryText: string, served: ServedTab): Awaitable<Answer> {
  const { project, tab, caller, part } = call;
  // Checked before the query: an address with a trailing slash was meant for the sheet.
  if (part === '') throw noSuchRow(tab, part);
  const view = served.view();
  const names = namesFor(caller, tab, served.columns);
  const options = parseRowOptions(queryText, names);
  const id = unescapedName(part);
  const rowIndexes = id === undefined ? [] : view.find(id);
  const [rowIndex] = rowIndexes;
  if (id === undefined || rowIndex === undefined) return refuseMissing(reading, call);
  if (rowIndexes.length > 1) {
    const cells = Array.from(rowIndexes, (duplicate) => keyCellReference(tab, names, view.rowNumber(duplicate)));
    throw duplicateIds(`rows of ${tab.title}`, id, cells);
  }
  return whenReady(options.values && reading.shown.of(tab, served), (shown) => {
    if (options.values !== undefined && shown === undefined) throw notStored(tab);
    return whenReady(reading.stale.of(project, tab, served), (staleTab) => {
      const staleColumns = staleIn(staleTab?.columnsOf(names, options) ?? [], view.rowNumber(rowIndex));
      const stale = staleColumns.map(({ name }) => name);
      return answerOfRow({ view, rowIndex, names, options, queryText, stale }, shown);
    });
  });
}

/** Sends one row of a tab. Throws as {@link rowAnswer} does. */
export function answerRow(
  reading: ReadServices,
  request: FastifyRequest,
  reply: FastifyReply,
  call: RowRequest,
): Awaitable<FastifyReply> {
  const { project, tab, caller } = call;
  return whenReady(openTab(reading, tab), (served) =>
    whenReady(rowAnswer(reading, call, queryTextOf(request.url), served), (answer) =>
      sendAnswer(request, reply, answer, {
        project,
        writtenAt: reading.tabs.writtenAt(tab.id),
        cacheControl: cacheControlOf(project, caller),
      }),
    ),
  );
}

/** `GET /v1/{projectId}/{tab}/{id}` */
export const rowHandler =
  (reading: ReadServices): RouteHandlerMethod =>
  (request, reply) =>
    whenReady(addressedTab(reading, request), ({ project, caller, tab }) =>
      answerRow(reading, request, reply, { project, tab, caller, part: addressOf(request).id }),
    );
