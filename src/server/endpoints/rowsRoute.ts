import type { FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify';
import { endpointPath, OWN_CALLS_BEFORE } from '../../contract/paths';
import type { Column, LockedCells } from '../../contract/rows';
import type { Caller } from '../access/caller';
import { countFromCache } from '../access/guard';
import { originOf } from '../http/originOf';
import type { ShownCells } from '../normalise/shownCells';
import type { Parts } from '../parts';
import { Refusal } from '../refusal';
import type { ReadProject, ReadTab } from '../store/log/endpointsRepository';
import type { RowsAt, ServedTab, TabView } from '../store/memory/engine';
import { runBriefly, type RunQuery } from '../yieldToEventLoop';
import { type Answer, rowsKey } from './answers/answer';
import { codingAccepted } from './answers/bodies';
import { type Format, formatAccepted, formats } from './answers/format';
import { cacheControlOf, tagAtHand } from './headers';
import { addressedTab, addressOf } from './locate';
import type { ColumnNames } from './query/columnNames';
import type { ParameterName } from './query/parameters';
import { groupingOf, type Plan, shortHash } from './query/plan';
import { type Asked, askedOf, planOf } from './query/plans';
import { invalid } from './query/queryRefusals';
import { queryTextOf, refuseParameters } from './query/rawQuery';
import { bodyPlanOf, jsonOf } from './query/readQuery';
import { openTab, peekTab, type Reading } from './reading';
import { fileAnswer, rowsAnswer } from './rowsAnswer';
import { sendAnswer, sendUnchanged } from './sendAnswer';
import type { StaleTab } from './staleFormulas';
import { lockedCells } from './write/protectedCells';

/** Grows when answers of the same rows begin to look different. */
const SHAPE = 4;

/** In which form an answer is, as a number; whether a limit was given matters to files alone. */
const formOf = (format: Format, withColumns: boolean, isBody: boolean, { isLimited }: Plan): number =>
  formats.indexOf(format) * 8 + (withColumns ? 4 : 0) + (isBody ? 2 : 0) + (format !== 'json' && isLimited ? 1 : 0);

/**
 * What tells an answer apart from every other at its address: the same only while everything it depends on is the same, whichever
 * words the query was put in. Plain text, to be put into quotes by `entityTagOf`.
 */
const queryEtag = (
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
async function questionOf(reading: Reading, request: Request, now: ServedTab): Promise<Question> {
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

/** A question for rows, and how its answer may be kept. */
export interface RowsRequest {
  readonly project: ReadProject;
  readonly cacheControl: string;
  readonly asking: Request;
}

/** Whether a question has been asked before; from now on it has. An answer that is needed once would push out one that is needed again. */
function wasAskedLately({ asked }: Reading, key: string): boolean {
  const was = asked.has(key);
  asked.set(key, true);
  return was;
}

/** Has rows or groups searched for where that takes long. */
function searched({ view, plan: { task, where } }: Question, run: RunQuery): Promise<void> {
  if (task.kind === 'rows') return view.prepare({ where, order: task.order }, undefined, run);
  return view.prepare({ where }, groupingOf(task), run);
}

/** Written at once where that is quick, else in steps between which others have their turn. */
async function jsonAnswer(question: Question, run: RunQuery): Promise<Answer> {
  const writing = rowsAnswer(question);
  return runBriefly(writing)?.value ?? run(writing);
}

/**
 * Answers a question for rows. One that has been asked before, of the same rows, is a look into a map; one that nobody asks a second
 * time is not kept where it would push out another. However often the rows are written to meanwhile, the answer is of those that
 * there were when it was asked.
 *
 * @throws Refusal what `openTab`, `questionOf` and the form of the answer refuse; `busy` and `query_too_slow` for long searches
 */
export async function answerRows(
  reading: Reading,
  request: FastifyRequest,
  reply: FastifyReply,
  { project, cacheControl, asking }: RowsRequest,
): Promise<FastifyReply> {
  const { answers, tabs } = reading;
  const { tab, format } = asking;
  const { 'accept-encoding': accepted, 'if-none-match': known } = request.headers;
  const served = peekTab(reading, tab) ?? (await openTab(reading, tab));
  const { revision } = served;
  const coding = codingAccepted(accepted);
  const stale = reading.stale.concerns(tab, served) ? await reading.stale.of(project, tab, served) : undefined;
  const key = rowsKey(asking, revision, coding) + (stale === undefined ? '' : ` ${stale.mark}`);
  const sending = { project, writtenAt: tabs.writtenAt(tab.id), cacheControl, answers, key };
  const kept = answers.get(key);
  if (kept !== undefined) {
    countFromCache(request);
    return sendAnswer(request, reply, kept, { ...sending, keeping: 'kept' });
  }
  const question = await questionOf(reading, { ...asking, stale }, served);
  const etag = tagAtHand(known, question.mark, accepted);
  if (etag !== undefined) return sendUnchanged(request, reply, { etag, revision: question.revision }, sending);
  const run = reading.longQueries.of(project.id);
  await searched(question, run);
  const answer = format === 'json' ? await jsonAnswer(question, run) : fileAnswer(question, format, coding);
  // One of an earlier revision is not kept.
  const mayKeep = question.revision === revision && (!answers.isFilling || wasAskedLately(reading, key));
  return sendAnswer(request, reply, answer, { ...sending, keeping: mayKeep ? 'keep' : 'not' });
}

const SAFE_PATH = /^[\w.~!*'(),;:@/$%&=+-]*$/;

/** The path of a request as it was called, where that can stand in an answer; that of `/v1` where an owner has called it. */
function pathOf(request: FastifyRequest): string {
  const url = request.ownerId === undefined ? request.url : request.url.slice(OWN_CALLS_BEFORE.length);
  const end = url.search(/[?#]/);
  const path = end < 0 ? url : url.slice(0, end);
  const { projectId, tab } = addressOf(request);
  return SAFE_PATH.test(path) ? path : endpointPath(projectId, tab);
}

/** `GET /v1/{projectId}/{tab}` */
export const rowsHandler =
  (reading: Reading, { settings }: Pick<Parts, 'settings'>): RouteHandlerMethod =>
  async (request, reply) => {
    const { known, caller, tab, format } = await addressedTab(reading, request);
    const { project } = known;
    return answerRows(reading, request, reply, {
      project,
      cacheControl: cacheControlOf(project, caller),
      asking: {
        ...{ tab, caller, withColumns: false, query: { text: queryTextOf(request.url) } },
        url: originOf(request, settings) + pathOf(request),
        format: format ?? formatAccepted(request.headers.accept),
      },
    });
  };

const EXAMPLE = 'Send an object like {"where":{"City":{"eq":"Oslo"}},"sort":["-Founded"],"limit":10}.';

/** `POST /v1/{projectId}/{tab}/_query`: as `GET`, with the question in a JSON body. Nothing is changed by it. */
export const queryHandler =
  (reading: Reading, { settings }: Pick<Parts, 'settings'>): RouteHandlerMethod =>
  async (request, reply) => {
    const { known, caller, tab, format } = await addressedTab(reading, request);
    const { project } = known;
    refuseParameters(request.url);
    const body = jsonOf('body', typeof request.body === 'string' ? request.body : '', EXAMPLE);
    return answerRows(reading, request, reply, {
      project,
      cacheControl: 'no-store',
      asking: {
        ...{ tab, caller, withColumns: false, query: { body } },
        url: originOf(request, settings) + endpointPath(project.id, addressOf(request).tab),
        format: format ?? formatAccepted(request.headers.accept),
      },
    });
  };
