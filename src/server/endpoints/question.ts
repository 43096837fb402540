import type { Column } from '../../contract/rows';
import { type Caller, viewOf } from '../access/caller';
import type { ShownCells } from '../normalise/shownCells';
import { Refusal } from '../refusal';
import type { ReadTab } from './endpointsRepository';
import type { ServedTab, TabView } from './engine/engine';
import type { Format } from './formats/format';
import { NotReady } from './notReady';
import { type Asked, askedOf, planOf } from './plans';
import type { ColumnNames } from './query/columnNames';
import type { ParameterName } from './query/parameters';
import { groupingOf, type Plan } from './query/plan';
import { invalid } from './query/queryRefusals';
import { bodyPlanOf } from './query/question';
import { formOf, markFor } from './questionMark';
import type { Held } from './heldViews';
import type { Reading } from './reading';
import { shownTabsOf } from './shownTabs';

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
  /** Whether it is answered at once, however long that holds up others. */
  readonly isUrgent?: boolean;
}

/** A question that has been read, and the rows it is put to. */
export interface Question {
  readonly tab: ReadTab;
  readonly url: string;
  readonly names: ColumnNames;
  readonly plan: Plan;
  /** The query of the pages that follow; undefined for a question in a body. */
  readonly rest: string | undefined;
  readonly served: ServedTab;
  readonly view: TabView;
  /** Revision that whoever asks is told of; see `SeenRevisions`. */
  readonly revision: number;
  /** What is shown instead of values, where that is asked for. */
  readonly shown: ShownCells | undefined;
  /** Those that follow the rows, where they do. */
  readonly columns: readonly Column[] | undefined;
  /** Tells its answer apart. */
  readonly mark: string;
  /** How a parameter is called where it was given. */
  readonly fieldOf: (name: ParameterName) => string;
}

function expired(field: string): never {
  throw new Refusal('cursor_expired', 'The rows have changed since, and this cursor is older than ten minutes.', {
    hint: 'Ask again without it: the first page is of the rows as they are now.',
    errors: [{ field, detail: 'expired' }],
  });
}

/** Revision of the cursor that a question carries, if it looks like one. */
function revisionOf(query: Request['query']): number | undefined {
  if ('text' in query && !query.text.includes('_cursor=')) return undefined;
  const asked = 'text' in query ? /(?:^|&)_cursor=([0-9a-z]+)\./ : /^([0-9a-z]+)\./;
  const body = 'body' in query && query.body !== null ? (query.body as { cursor?: unknown }).cursor : undefined;
  const [, revision] = asked.exec('text' in query ? query.text : String(body)) ?? [];
  return revision === undefined ? undefined : parseInt(revision, 36);
}

/** The revision of the rows as they are now that whoever asks is told of. */
function revisionNow({ seen }: Reading, { tab, caller, isUrgent }: Request, { columns }: ServedTab, view: TabView) {
  if (viewOf(caller, tab.id) === '') return view.revision;
  return seen.told(tab.id, view, askedOf(caller, tab, columns).names, isUrgent);
}

/**
 * The rows as they are now or, where they are still kept, as they were when the question's cursor was given.
 *
 * @throws NotReady where memory has let go of those, or their revision has to be found
 */
function viewAsked(reading: Reading, request: Request, served: ServedTab): Pick<Held, 'served' | 'view' | 'revision'> {
  const { held, former } = reading;
  const { tab, caller, query, isUrgent = false } = request;
  const view = served.view();
  const now = revisionNow(reading, request, served, view);
  const asked = revisionOf(query);
  if (asked === undefined || asked === now) return { served, view, revision: now };
  const sight = viewOf(caller, tab.id);
  const before = held.find(tab.id, asked, sight);
  if (before !== undefined) return before;
  if (!isUrgent && former.mayBeKept(tab.id, asked)) throw new NotReady(former.load(tab.id, asked, sight));
  return { served, view, revision: now };
}

const addressField = (name: ParameterName) => `_${name}`;
const bodyField = (name: ParameterName) => name;

function planned(asked: Asked, query: Request['query']): { readonly plan: Plan; readonly rest: string | undefined } {
  if ('text' in query) return planOf(asked, query.text);
  return { plan: bodyPlanOf(query.body, asked.names), rest: undefined };
}

/** What there is to wait for before a plan is run. */
function preparing({ task, where }: Plan, view: TabView): Promise<void> | undefined {
  if (task.kind === 'rows') return view.prepare({ where, order: task.order });
  return view.prepare({ where }, groupingOf(task));
}

/** What is shown of the rows that a plan is put to. */
function shownOf({ db }: Reading, { tab }: Request, served: ServedTab, isNow: boolean, field: string) {
  const shown = shownTabsOf(db);
  const cells = shown.peek(tab, served);
  if (cells !== undefined) return cells;
  if (isNow) throw new NotReady(shown.load(tab, served));
  throw new NotReady(shown.loadFormer(tab, served).then((isKept) => (isKept ? undefined : expired(field))));
}

/**
 * Reads a question and finds the rows that it is put to.
 *
 * @param now the tab as it is now
 * @throws Refusal with a code of its own for each thing that is wrong; `cursor_expired`
 * @throws NotReady where an answer at once would hold up others
 */
export function questionOf(reading: Reading, request: Request, now: ServedTab): Question {
  const { tab, caller, url, format, withColumns } = request;
  const { served, view, revision } = viewAsked(reading, request, now);
  const asked = askedOf(caller, tab, served.columns);
  const { names } = asked;
  const { plan, rest } = planned(asked, request.query);
  const fieldOf = rest === undefined ? bodyField : addressField;
  if (plan.rawCsv && format !== 'csv')
    invalid('_csv', '_csv is for CSV.', 'Add .csv to the address, or leave _csv out.');
  if (plan.cursor !== undefined && plan.cursor.revision !== revision) expired(fieldOf('cursor'));
  const waiting = request.isUrgent === true ? undefined : preparing(plan, view);
  if (waiting !== undefined) throw new NotReady(waiting);
  const shown =
    plan.values === undefined ? undefined : shownOf(reading, request, served, served === now, fieldOf('cursor'));
  const columns = withColumns ? names.visible.map((place) => names.column(place)) : undefined;
  const form = formOf(format, withColumns, rest === undefined, plan);
  // What cells show can be another thing though every value is the same.
  const mark = markFor(asked, tab, url, form, plan, shown === undefined ? revision : view.revision);
  return { tab, url, names, plan, rest, columns, mark, fieldOf, served, view, revision, shown };
}
