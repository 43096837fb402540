import type { Column, LockedCells } from '../../contract/rows';
import type { Caller } from '../access/caller';
import { visibilityKeyOf } from '../access/columnAccess';
import type { ShownCells } from '../normalise/displayedCells';
import type { ReadProject, ReadTab } from '../store/log/endpointsRepository';
import type { TabView } from '../store/memory/engine';
import type { Coding } from './answers/answer';
import type { Format } from './answers/format';
import type { ColumnNames } from './query/columnNames';
import type { ParameterName } from './query/parameters';
import { type Plan, type Query, type QueryPlan, shortHash } from './query/plan';
import type { StaleTab } from './staleFormulas';

/** Request for the rows of one tab, before its query is parsed. */
export interface RowsRequest {
  readonly project: ReadProject;
  readonly tab: ReadTab;
  readonly caller: Caller;
  /** URL of the endpoint as it was requested, without its query. */
  readonly url: string;
  readonly query: Query;
  readonly format: Format;
  /** Whether the response also has the columns. */
  readonly withColumns: boolean;
}

/** Parsed query, and the rows it runs on. */
export interface ResolvedQuery extends Pick<RowsRequest, 'tab' | 'url' | 'query'>, QueryPlan {
  readonly names: ColumnNames;
  readonly view: TabView;
  /** Displayed text or formulas in place of values, if the query requests them. */
  readonly shown: ShownCells | undefined;
  /** Cells whose formulas are older than their inputs, if there are any. */
  readonly stale: StaleTab | undefined;
  /** Columns to add to the response, if requested. */
  readonly columns: readonly Column[] | undefined;
  /** Cells of these columns that cannot be written. */
  readonly locked: readonly LockedCells[];
  /** Entity tag of the response, without its quotes and coding. */
  readonly tag: string;
}

/** Returns the name of a parameter as the client wrote it. */
export const fieldOf = ({ query }: Pick<RowsRequest, 'query'>, name: ParameterName): string =>
  'text' in query ? `_${name}` : name;

/**
 * Returns the cache key of a rows response: the tab, its revision, the columns that the caller may see, the format, and the
 * complete query from the address or the body. It is built for every request, so it avoids JSON where it can.
 *
 * @param revision current revision of the tab's rows
 * @param coding accepted content coding. JSON is cached with its bodies in every coding, a file in the one it was written in
 * @param staleHash identifies the set of stale cells, if there are any
 */
export function rowsKey(request: RowsRequest, revision: number, coding: Coding, staleHash = ''): string {
  const { tab, caller, url, query, format, withColumns } = request;
  const visible = visibilityKeyOf(caller, tab.id);
  const form = format === 'json' ? format : `${format} ${coding}`;
  const queryText = 'text' in query ? query.text : JSON.stringify(query.body);
  const kind = `${'text' in query ? 'rows' : 'query'}${withColumns ? '+' : ''}`;
  // Only parts whose length precedes them can contain spaces, so keys are unambiguous.
  return `${kind} ${tab.id} ${revision} ${staleHash} ${visible} ${form} ${tab.title.length} ${url.length} ${tab.title}${url}${queryText}`;
}

/** Version of the response layout. Increase it when the same rows are written differently. */
const LAYOUT_VERSION = 7;

/**
 * Returns the entity tag of a response, without quotes (`entityTagOf` adds them). It is equal only while everything that the
 * response depends on is equal, however the query is worded.
 */
export function queryEtag(
  { tab, url, query, format, withColumns }: RowsRequest,
  { visibilityKey }: ColumnNames,
  { fingerprint, optionsKey, offset, isLimited }: Plan,
  revision: number,
  stale: StaleTab | undefined,
): string {
  const isLimitedFile = format !== 'json' && isLimited;
  const form = [format, withColumns, 'body' in query, isLimitedFile];
  const hash = shortHash(LAYOUT_VERSION, tab.id, visibilityKey, url, form, fingerprint, optionsKey, offset);
  return `${hash}-${revision.toString(36)}${stale === undefined ? '' : `-${stale.hash}`}`;
}
