import type { FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify';
import { endpointPath, OWN_CALLS_BEFORE } from '../../contract/paths';
import { countFromCache } from '../access/guard';
import { type Awaitable, whenReady } from '../awaitable';
import { originOf } from '../http/originOf';
import type { Parts } from '../parts';
import { Refusal } from '../refusal';
import type { ReadProject } from '../store/log/endpointsRepository';
import type { RowsAt, ServedTab } from '../store/memory/engine';
import { runBriefly, type RunQuery } from '../yieldToEventLoop';
import type { Answer, Coding } from './answers/answer';
import { codingAccepted } from './answers/bodies';
import { formatAccepted } from './answers/format';
import { cacheControlOf, tagAtHand } from './headers';
import { addressedTab, addressOf } from './locate';
import type { ParameterName } from './query/parameters';
import { groupingOf } from './query/plan';
import { namesFor, planOf, type Query } from './query/plans';
import { invalid } from './query/queryRefusals';
import { queryTextOf } from './query/rawQuery';
import { formOf, type Question, queryEtag, rowsKey, type TabRequest } from './question';
import { openTab, peekTab, type Reading } from './reading';
import { fileAnswer, readyAnswer, rowsAnswer } from './rowsAnswer';
import { type Keeping, sendAnswer, type Sending, sendUnchanged } from './sendAnswer';
import type { StaleTab } from './staleFormulas';
import { lockedCells } from './write/protectedCells';

/** A question for rows, and how others may keep its answer. */
interface RowsRequest extends TabRequest {
  readonly project: ReadProject;
  readonly cacheControl: string;
}

/** A request, and the rows that it is put to. */
interface RowsCall {
  readonly asking: RowsRequest;
  /** The tab as it is now. */
  readonly served: ServedTab;
  /** The cells whose formulas are older than their inputs, where there are any. */
  readonly stale: StaleTab | undefined;
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
function revisionOf(query: Query): number | undefined {
  if ('text' in query && !query.text.includes('_cursor=')) return undefined;
  const asked = 'text' in query ? /(?:^|&)_cursor=([0-9a-z]+)\./ : /^([0-9a-z]+)\./;
  const body = 'body' in query && query.body !== null ? (query.body as { cursor?: unknown }).cursor : undefined;
  const [, revision] = asked.exec('text' in query ? query.text : String(body)) ?? [];
  return revision === undefined ? undefined : parseInt(revision, 36);
}

/** The rows as they are now or, where they are still kept, as they were when the question's cursor was given. */
function rowsAsked({ former }: Reading, { asking: { tab, query }, served }: RowsCall): Awaitable<RowsAt> {
  const now = { served, view: served.view() };
  const revision = revisionOf(query);
  if (revision === undefined || revision === now.view.revision) return now;
  return former.load(tab.id, revision).then((before) => before ?? now);
}

const addressField = (name: ParameterName) => `_${name}`;
const bodyField = (name: ParameterName) => name;

/** What is shown of the rows that a plan is put to. @throws Refusal `cursor_expired` where that is not kept any more */
function shownOf({ shown }: Reading, { asking: { tab }, served: now }: RowsCall, served: ServedTab, field: string) {
  const load = () => (served === now ? shown.load(tab, served) : shown.loadFormer(tab, served));
  return whenReady(shown.peek(tab, served) ?? load(), (cells) => cells ?? expired(field));
}

/**
 * Reads a question, and finds the rows that it is put to, and what is shown of them.
 *
 * @throws Refusal with a code of its own for each thing that is wrong; `cursor_expired`
 */
function questionOf(reading: Reading, call: RowsCall): Awaitable<Question> {
  return whenReady(rowsAsked(reading, call), ({ served, view }) => {
    const { tab, caller, url, query, format, withColumns } = call.asking;
    const { stale } = call;
    const { revision } = view;
    const names = namesFor(caller, tab, served.columns);
    const { plan, rest } = planOf(names, query);
    const fieldOf = rest === undefined ? bodyField : addressField;
    if (plan.rawCsv && format !== 'csv')
      invalid('_csv', '_csv is for CSV.', 'Add .csv to the address, or leave _csv out.');
    if (plan.cursor !== undefined && plan.cursor.revision !== revision) expired(fieldOf('cursor'));
    const columns = withColumns ? names.visibleColumns : undefined;
    const locked = columns && served.state ? lockedCells(served.state.sheet, columns) : [];
    const form = formOf(format, withColumns, rest === undefined, plan);
    const mark = queryEtag(names, tab, url, form, plan, revision) + (stale === undefined ? '' : `-${stale.mark}`);
    const read = {
      tab,
      url,
      names,
      plan,
      rest,
      columns,
      locked,
      mark,
      fieldOf,
      view,
      revision,
      stale,
      shown: undefined,
    };
    if (plan.values === undefined) return read;
    return whenReady(shownOf(reading, call, served, fieldOf('cursor')), (shown) => ({ ...read, shown }));
  });
}

/** Whether a question has been asked before; from now on it has. An answer that is needed once would push out one that is needed again. */
function wasAskedLately({ asked }: Reading, { mark }: Question): boolean {
  const hash = parseInt(mark.slice(0, 8), 16);
  const slot = hash % asked.length;
  const isAskedAgain = asked[slot] === hash;
  asked[slot] = hash;
  return isAskedAgain;
}

/** Has rows or groups searched for where that takes long. */
function searched({ view, plan: { task, where, offset, limit } }: Question, run: RunQuery): Awaitable<void> {
  if (task.kind === 'rows') return view.prepare({ where, order: task.order, offset, limit }, undefined, run);
  return view.prepare({ where }, groupingOf(task), run);
}

/** Written at once where that is quick, else in steps between which others have their turn. */
function jsonAnswer(question: Question, run: RunQuery): Awaitable<Answer> {
  const ready = readyAnswer(question);
  if (ready !== undefined) return ready;
  const writing = rowsAnswer(question);
  return runBriefly(writing)?.value ?? run(writing);
}

/** Finds what a question asks, and writes it. */
function answerTo(
  reading: Reading,
  question: Question,
  { project, format }: RowsRequest,
  coding: Coding,
): Awaitable<Answer> {
  const run = reading.longQueries.of(project.id);
  return whenReady(searched(question, run), () =>
    format === 'json' ? jsonAnswer(question, run) : fileAnswer(question, format, coding),
  );
}

const sendingOf = ({ answers, tabs }: Reading, asking: RowsRequest, key: string, keeping: Keeping): Sending => ({
  project: asking.project,
  writtenAt: tabs.writtenAt(asking.tab.id),
  cacheControl: asking.cacheControl,
  answers,
  key,
  keeping,
});

/** Answers a call whose answer is not kept. @param key by which it is from now on, if it is worth it */
function answerAnew(reading: Reading, request: FastifyRequest, reply: FastifyReply, call: RowsCall, key: string) {
  const { asking, served } = call;
  const { revision } = served;
  const { 'accept-encoding': accepted, 'if-none-match': known } = request.headers;
  return whenReady(questionOf(reading, call), (question) => {
    const etag = tagAtHand(known, question.mark, accepted);
    const sending = (keeping: Keeping) => sendingOf(reading, asking, key, keeping);
    if (etag !== undefined) return sendUnchanged(request, reply, etag, question.revision, sending('not'));
    return whenReady(answerTo(reading, question, asking, codingAccepted(accepted)), (answer) => {
      // One of an earlier revision is not kept.
      const mayKeep =
        question.revision === revision && (!reading.answers.isFilling || wasAskedLately(reading, question));
      return sendAnswer(request, reply, answer, sending(mayKeep ? 'keep' : 'not'));
    });
  });
}

/**
 * Answers a question for rows. One that has been asked before, of the same rows, is a look into a map; one that is not asked a second
 * time is not kept where it would push out another. However often the rows are written to meanwhile, the answer is of those that
 * there were when it was asked.
 *
 * @throws Refusal what `openTab`, `questionOf` and the form of the answer refuse; `busy` and `query_too_slow` for long searches
 */
export function answerRows(
  reading: Reading,
  request: FastifyRequest,
  reply: FastifyReply,
  asking: RowsRequest,
): Awaitable<FastifyReply> {
  const { project, tab } = asking;
  return whenReady(peekTab(reading, tab) ?? openTab(reading, tab), (served) =>
    whenReady(reading.stale.of(project, tab, served), (stale) => {
      const key = rowsKey(asking, served.revision, codingAccepted(request.headers['accept-encoding']), stale?.mark);
      const kept = reading.answers.get(key);
      if (kept === undefined) return answerAnew(reading, request, reply, { asking, served, stale }, key);
      countFromCache(request);
      return sendAnswer(request, reply, kept, sendingOf(reading, asking, key, 'kept'));
    }),
  );
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
  (request, reply) =>
    whenReady(addressedTab(reading, request), ({ known: { project }, caller, tab, format }) =>
      answerRows(reading, request, reply, {
        project,
        cacheControl: cacheControlOf(project, caller),
        tab,
        caller,
        url: originOf(request, settings) + pathOf(request),
        query: { text: queryTextOf(request.url) },
        format: format ?? formatAccepted(request.headers.accept),
        withColumns: false,
      }),
    );
