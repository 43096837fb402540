import type { Column, LockedCells } from '../../contract/rows';
import type { Caller } from '../access/caller';
import type { ShownCells } from '../normalise/shownCells';
import { Refusal } from '../refusal';
import type { ReadTab } from '../store/log/endpointsRepository';
import type { RowsAt, ServedTab, TabView } from '../store/memory/engine';
import type { RunQuery } from '../yieldToEventLoop';
import { type Format, formats } from './answers/format';
import { type Asked, askedOf, planOf } from './query/plans';
import type { ColumnNames } from './query/columnNames';
import type { ParameterName } from './query/parameters';
import { groupingOf, type Plan, shortHash } from './query/plan';
import { invalid } from './query/queryRefusals';
import { bodyPlanOf } from './query/readQuery';
import type { Reading } from './reading';
import type { StaleTab } from './staleFormulas';
import { lockedCells } from './write/protectedCells';

/** Grows when answers of the same rows begin to look different. */
const SHAPE = 4;

/** In which form an answer is, as a number; whether a limit was given matters to files alone. */
export const formOf = (format: Format, withColumns: boolean, isBody: boolean, { isLimited }: Plan): number =>
  formats.indexOf(format) * 8 + (withColumns ? 4 : 0) + (isBody ? 2 : 0) + (format !== 'json' && isLimited ? 1 : 0);

/**
 * What tells an answer apart from every other at its address: the same only while everything it depends on is the same, whichever
 * words the query was put in. Plain text, to be put into quotes by `entityTagOf`.
 */
export const queryEtag = (
  { visibilityKey }: Asked,
  { id }: ReadTab,
  url: string,
  form: number,
  { fingerprint, look, offset }: Plan,
  revision: number,
): string => `${shortHash(SHAPE, id, visibilityKey, url, form, fingerprint, look, offset)}-${revision.toString(36)}`;

/** What is asked of one tab, before it is read. */
export interface Request {
  readonly tab: ReadTab;
  readonly caller: Caller;
  /** URL of the endpoint as it was called, without its query. */
  readonly url: string;
  /** The query of the address, without `?`, or the JSON of a body. */
  readonly query: { readonly text: string } | { readonly body: unknown };
  readonly format: Format;
  /** Whether the columns follow the rows. */
  readonly withColumns: boolean;
  /** The cells whose formulas are older than their inputs. */
  readonly stale?: StaleTab | undefined;
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

function expired(field: string): never {
  throw new Refusal(
    'cursor_expired',
    'The rows have changed since, and those that this cursor belongs to are not kept any more.',
    {
      hint: 'Ask again without it: the first page is of the rows as they are now.',
      errors: [{ field, detail: 'expired' }],
    },
  );
}

/** Revision of the cursor that a question carries, if it looks like one. */
function revisionOf(query: Request['query']): number | undefined {
  if ('text' in query && !query.text.includes('_cursor=')) return undefined;
  const asked = 'text' in query ? /(?:^|&)_cursor=([0-9a-z]+)\./ : /^([0-9a-z]+)\./;
  const body = 'body' in query && query.body !== null ? (query.body as { cursor?: unknown }).cursor : undefined;
  const [, revision] = asked.exec('text' in query ? query.text : String(body)) ?? [];
  return revision === undefined ? undefined : parseInt(revision, 36);
}

/** The rows as they are now or, where they are still kept, as they were when the question's cursor was given. */
async function rowsAsked({ former }: Reading, { tab, query }: Request, served: ServedTab): Promise<RowsAt> {
  const view = served.view();
  const asked = revisionOf(query);
  const before = asked === undefined || asked === view.revision ? undefined : await former.load(tab.id, asked);
  return before ?? { served, view };
}

const addressField = (name: ParameterName) => `_${name}`;
const bodyField = (name: ParameterName) => name;

function planned(asked: Asked, query: Request['query']): { readonly plan: Plan; readonly rest: string | undefined } {
  if ('text' in query) return planOf(asked, query.text);
  return { plan: bodyPlanOf(query.body, asked.names), rest: undefined };
}

/**
 * What has to be searched before a question is answered, where that takes long; see `TabView.prepare`. There may be more to search
 * after it.
 */
export function searchFor({ view, plan }: Question): ((run: RunQuery) => Promise<void>) | undefined {
  const { task, where } = plan;
  return task.kind === 'rows' ? view.prepare({ where, order: task.order }) : view.prepare({ where }, groupingOf(task));
}

/** What is shown of the rows that a plan is put to. */
async function shownOf({ shown }: Reading, tab: ReadTab, served: ServedTab, isNow: boolean, field: string) {
  const cells = shown.peek(tab, served) ?? (await (isNow ? shown.load(tab, served) : shown.loadFormer(tab, served)));
  return cells ?? expired(field);
}

/**
 * Reads a question, and finds the rows that it is put to.
 *
 * @param now the tab as it is now
 * @throws Refusal with a code of its own for each thing that is wrong; `cursor_expired`
 */
export async function questionOf(reading: Reading, request: Request, now: ServedTab): Promise<Question> {
  const { tab, caller, url, format, withColumns, stale } = request;
  const { served, view } = await rowsAsked(reading, request, now);
  const { revision } = view;
  const asked = askedOf(caller, tab, served.columns);
  const { names } = asked;
  const { plan, rest } = planned(asked, request.query);
  const fieldOf = rest === undefined ? bodyField : addressField;
  if (plan.rawCsv && format !== 'csv')
    invalid('_csv', '_csv is for CSV.', 'Add .csv to the address, or leave _csv out.');
  if (plan.cursor !== undefined && plan.cursor.revision !== revision) expired(fieldOf('cursor'));
  const shown = plan.values && (await shownOf(reading, tab, served, served === now, fieldOf('cursor')));
  const columns = withColumns ? names.visible.map((place) => names.column(place)) : undefined;
  const locked = columns && served.state ? lockedCells(served.state.sheet, columns) : [];
  const form = formOf(format, withColumns, rest === undefined, plan);
  const mark = queryEtag(asked, tab, url, form, plan, revision) + (stale === undefined ? '' : `-${stale.mark}`);
  return { tab, url, names, plan, rest, columns, locked, mark, fieldOf, view, revision, shown, stale };
}
