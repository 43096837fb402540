import type { Column, LockedCells } from '../../contract/rows';
import { type Caller, visibilityKeyOf } from '../access/caller';
import type { ShownCells } from '../normalise/shownCells';
import type { ReadTab } from '../store/log/endpointsRepository';
import type { TabView } from '../store/memory/engine';
import type { Coding } from './answers/answer';
import { type Format, formats } from './answers/format';
import type { ColumnNames } from './query/columnNames';
import type { ParameterName } from './query/parameters';
import { type Plan, shortHash } from './query/plan';
import type { Query } from './query/plans';
import type { StaleTab } from './staleFormulas';

/** What is asked of one tab, before it is read. */
export interface TabRequest {
  readonly tab: ReadTab;
  readonly caller: Caller;
  /** URL of the endpoint as it was called, without its query. */
  readonly url: string;
  readonly query: Query;
  readonly format: Format;
  /** Whether the columns follow the rows. */
  readonly withColumns: boolean;
}

/** A question that has been read, and the rows it is put to. */
export interface Question {
  readonly tab: ReadTab;
  readonly url: string;
  readonly names: ColumnNames;
  readonly plan: Plan;
  /** The query of the pages that follow; undefined for a question in a body. */
  readonly rest: string | undefined;
  readonly view: TabView;
  /** Revision of the rows. */
  readonly revision: number;
  /** What is shown instead of values, where that is asked for. */
  readonly shown: ShownCells | undefined;
  /** The cells whose formulas are older than their inputs, where there are any. */
  readonly stale: StaleTab | undefined;
  /** Those that follow the rows, where they do. */
  readonly columns: readonly Column[] | undefined;
  /** The cells in them that cannot be written, where they do. */
  readonly locked: readonly LockedCells[];
  /** Tells its answer apart. */
  readonly mark: string;
  /** How a parameter is called where it was given. */
  readonly fieldOf: (name: ParameterName) => string;
}

/**
 * The key of an answer of rows: the tab, its revision, the columns that the caller may see, the format, and the whole question,
 * whether it came in the address or in a body. It is made for every request, hence no JSON.
 *
 * @param revision of the tab's rows as they are now
 * @param coding the one that is welcome: JSON is cached with its bodies in every coding, a file in the one it was written in
 * @param staleMark tells apart which cells are older than their inputs, where any are
 */
export function rowsKey(request: TabRequest, revision: number, coding: Coding, staleMark = ''): string {
  const { tab, caller, url, query, format, withColumns } = request;
  const visible = visibilityKeyOf(caller, tab.id);
  const form = format === 'json' ? format : `${format} ${coding}`;
  const asked = 'text' in query ? query.text : JSON.stringify(query.body);
  const kind = `${'text' in query ? 'rows' : 'query'}${withColumns ? '+' : ''}`;
  // No part holds a space but those whose length stands before them.
  return `${kind} ${tab.id} ${revision} ${staleMark} ${visible} ${form} ${tab.title.length} ${url.length} ${tab.title}${url}${asked}`;
}

/** Grows when answers of the same rows begin to look different. */
const SHAPE = 6;

/** In which form an answer is, as a number; whether a limit was given matters to files alone. */
export const formOf = (format: Format, withColumns: boolean, isBody: boolean, { isLimited }: Plan): number =>
  formats.indexOf(format) * 8 + (withColumns ? 4 : 0) + (isBody ? 2 : 0) + (format !== 'json' && isLimited ? 1 : 0);

/**
 * What tells an answer apart from every other at its address: the same only while everything it depends on is the same, whichever
 * words the query was put in. Plain text, to be put into quotes by `entityTagOf`.
 */
export const queryEtag = (
  { visibilityKey }: ColumnNames,
  { id }: ReadTab,
  url: string,
  form: number,
  { fingerprint, look, offset }: Plan,
  revision: number,
): string => `${shortHash(SHAPE, id, visibilityKey, url, form, fingerprint, look, offset)}-${revision.toString(36)}`;
