import type { FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify';
import { endpointPath, OWN_CALLS_BEFORE } from '../../contract/paths';
import { countFromCache } from '../access/guard';
import { type Awaitable, whenReady } from '../awaitable';
import { originOf } from '../http/originOf';
import type { Parts } from '../parts';
import { Refusal } from '../refusal';
import type { RowsAt, ServedTab } from '../store/memory/engine';
import { runBriefly, type RunQuery } from '../yieldToEventLoop';
import type { Answer, Coding } from './answers/answer';
import { codingAccepted } from './answers/bodies';
import { formatAccepted } from './answers/format';
import { cacheControlOf, matchingTag } from './headers';
import { addressedTab, addressOf } from './locate';
import { namesFor } from './query/columnNames';
import type { Query } from './query/plan';
import { invalid } from './query/queryRefusals';
import { queryTextOf } from './query/rawQuery';
import { planOf } from './query/readQuery';
import { parseCursor } from './query/rowsPlan';
import { fieldOf, type ResolvedQuery, queryEtag, type RowsRequest, rowsKey } from './resolvedQuery';
import { openTab, type ReadServices } from './readServices';
import { fileAnswer, copiedRowsAnswer, rowsAnswer } from './rowsAnswer';
import { sendAnswer, type Sending, sendUnchanged } from './sendAnswer';
import type { StaleTab } from './staleFormulas';
import { lockedCells } from './write/protectedCells';

/** Request, and the rows to run it on. */
interface RowsCall {
  readonly rowsRequest: RowsRequest;
  /** Current rows of the tab. */
  readonly served: ServedTab;
  /** Cells whose formulas are older than their inputs, if there are any. */
  readonly stale: StaleTab | undefined;
}

function refuseExpired(field: string): never {
  const detail = 'The rows have changed since, and the revision of this cursor is no longer stored.';
  throw new Refusal('cursor_expired', detail, {
    hint: 'Send the request without it: the first page has the current rows.',
    errors: [{ field, detail: 'expired' }],
  });
}

/** Returns the revision of a query's cursor, if it looks like a cursor. */
function revisionOf(query: Query): number | undefined {
  const body = 'body' in query ? (query.body as { readonly cursor?: unknown } | null) : undefined;
  const text = 'text' in query ? /(?:^|&)_cursor=([^&]+)/.exec(query.text)?.[1] : body?.cursor;
  return typeof text === 'string' ? parseCursor(text)?.revision : undefined;
}

/** Returns the current rows, or those of the revision that the query's cursor names, if they are still available. */
function rowsFor({ former }: ReadServices, { rowsRequest: { tab, query }, served }: RowsCall): Awaitable<RowsAt> {
  const current = { served, view: served.view() };
  const revision = revisionOf(query);
  if (revision === undefined || revision === current.view.revision) return current;
  return former.load(tab.id, revision).then((formerRows) => formerRows ?? current);
}

/**
 * Parses a query and finds its rows and displayed cells.
 *
 * @throws Refusal with a code of its own for each error in the query; `cursor_expired`
 */
function resolveQuery(reading: ReadServices, call: RowsCall): Awaitable<ResolvedQuery> {
  return whenReady(rowsFor(reading, call), ({ served, view }) => {
    const { rowsRequest, stale } = call;
    const { tab, url, query } = rowsRequest;
    const { revision } = view;
    const names = namesFor(rowsRequest.caller, tab, served.columns);
    const { plan, nextQuery } = planOf(names, query);
    const cursorField = fieldOf(rowsRequest, 'cursor');
    if (plan.rawCsv && rowsRequest.format !== 'csv')
      invalid('_csv', '_csv is for CSV.', 'Add .csv to the address, or leave _csv out.');
    if (plan.cursor !== undefined && plan.cursor.revision !== revision) refuseExpired(cursorField);
    const columns = rowsRequest.withColumns ? names.visibleColumns : undefined;
    const locked = columns && served.state ? lockedCells(served.state.sheet, columns) : [];
    const tag = queryEtag(rowsRequest, names, plan, revision, stale);
    // Fields are written out here and in `sendUncached`: spreading objects slowed new queries by a third.
    const resolved = {
      tab,
      url,
      query,
      plan,
      nextQuery,
      names,
      view,
      stale,
      columns,
      locked,
      tag,
      shown: undefined,
    };
    if (plan.values === undefined) return resolved;
    return whenReady(reading.shown.of(tab, served), (shown) => ({
      ...resolved,
      shown: shown ?? refuseExpired(cursorField),
    }));
  });
}

/** Returns whether a query was requested recently, and records it. A response needed once must not evict one that is needed again. */
function wasRequestedRecently({ recentQueries }: ReadServices, { tag }: ResolvedQuery): boolean {
  const hash = parseInt(tag.slice(0, 8), 16);
  const slot = hash % recentQueries.length;
  const isRepeated = recentQueries[slot] === hash;
  recentQueries[slot] = hash;
  return isRepeated;
}

/** Prepares the matching rows or groups, in the background if that takes long. */
function prepareRows({ view, plan: { task, where, offset, limit } }: ResolvedQuery, run: RunQuery): Awaitable<void> {
  if (task.kind === 'rows') return view.prepare({ where, order: task.order, offset, limit }, run);
  return view.prepare({ where, grouping: task }, run);
}

/** Writes JSON at once if it is short, else in steps that yield to the event loop. */
function jsonAnswer(resolved: ResolvedQuery, run: RunQuery): Awaitable<Answer> {
  const copied = copiedRowsAnswer(resolved);
  if (copied !== undefined) return copied;
  const writing = rowsAnswer(resolved);
  return runBriefly(writing)?.value ?? run(writing);
}

/** Runs a query and writes its response. */
function buildAnswer(
  reading: ReadServices,
  resolved: ResolvedQuery,
  { project, format }: RowsRequest,
  coding: Coding,
): Awaitable<Answer> {
  const run = reading.longQueries.of(project.id);
  return whenReady(prepareRows(resolved, run), () =>
    format === 'json' ? jsonAnswer(resolved, run) : fileAnswer(resolved, format, coding),
  );
}

/** Computes and sends a response that is not cached. @param sending with the key under which to cache it, if it is worth caching */
function sendUncached(
  reading: ReadServices,
  request: FastifyRequest,
  reply: FastifyReply,
  call: RowsCall,
  sending: Sending,
) {
  const { rowsRequest, served } = call;
  const { project, writtenAt, cacheControl, cache } = sending;
  const { 'accept-encoding': accepted, 'if-none-match': known } = request.headers;
  return whenReady(resolveQuery(reading, call), (resolved) => {
    const etag = matchingTag(known, resolved.tag, accepted);
    if (etag !== undefined) return sendUnchanged(request, reply, etag, resolved.view.revision, sending);
    return whenReady(buildAnswer(reading, resolved, rowsRequest, codingAccepted(accepted)), (answer) => {
      // A response of an earlier revision is not cached.
      const isCacheable =
        resolved.view.revision === served.revision &&
        (!reading.answers.isHalfFull || wasRequestedRecently(reading, resolved));
      return sendAnswer(request, reply, answer, {
        project,
        writtenAt,
        cacheControl,
        cache: isCacheable ? cache : undefined,
      });
    });
  });
}

/**
 * Responds to a request for rows. A repeated request on the same revision is served from the cache. A response that is not
 * requested twice is not cached if it would evict another one. Concurrent writes do not affect a response: its rows are those of
 * the revision at its start.
 *
 * @throws Refusal as `openTab` and `resolveQuery` do, and for rows that the format cannot hold; `busy` and `query_too_slow` for
 * long searches
 */
export function answerRows(
  reading: ReadServices,
  request: FastifyRequest,
  reply: FastifyReply,
  rowsRequest: RowsRequest,
): Awaitable<FastifyReply> {
  const { project, tab, caller, query } = rowsRequest;
  const cacheControl = 'body' in query ? 'no-store' : cacheControlOf(project, caller);
  const { answers, tabs } = reading;
  return whenReady(openTab(reading, tab), (served) =>
    whenReady(reading.stale.of(project, tab, served), (stale) => {
      const key = rowsKey(
        rowsRequest,
        served.revision,
        codingAccepted(request.headers['accept-encoding']),
        stale?.hash,
      );
      const sending = { project, writtenAt: tabs.writtenAt(tab.id), cacheControl, cache: { answers, key } };
      const cached = answers.get(key);
      if (cached === undefined) return sendUncached(reading, request, reply, { rowsRequest, served, stale }, sending);
      countFromCache(request);
      return sendAnswer(request, reply, cached, sending);
    }),
  );
}

const SAFE_PATH = /^[\w.~!*'(),;:@/$%&=+-]*$/;

/**
 * Returns the path of a request if it is safe in a response, else the canonical path. For an owner's own call, the path under
 * `/v1`.
 */
function pathOf(request: FastifyRequest): string {
  const url = request.ownerId === undefined ? request.url : request.url.slice(OWN_CALLS_BEFORE.length);
  const end = url.search(/[?#]/);
  const path = end < 0 ? url : url.slice(0, end);
  const { projectId, tab } = addressOf(request);
  return SAFE_PATH.test(path) ? path : endpointPath(projectId, tab);
}

const queryInAddress = ({ url }: FastifyRequest): Query => ({ text: queryTextOf(url) });

/** `GET /v1/{projectId}/{tab}`. @param queryOf returns the query of an authorized request */
export const rowsHandler =
  (reading: ReadServices, { settings }: Pick<Parts, 'settings'>, queryOf = queryInAddress): RouteHandlerMethod =>
  (request, reply) =>
    whenReady(addressedTab(reading, request), ({ project, caller, tab, format }) =>
      answerRows(reading, request, reply, {
        project,
        tab,
        caller,
        url: originOf(request, settings) + pathOf(request),
        query: queryOf(request),
        format: format ?? formatAccepted(request.headers.accept),
        withColumns: false,
      }),
    );
