import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { may } from '../../access/caller';
import { wasRow } from '../../records/goneRows';
import type { Records } from '../../records/records';
import { stateOf } from '../../records/tabState';
import type { Keep, OpenedTab } from '../../records/waiting';
import type { Work } from '../../records/work';
import { createRowIds } from '../../workbook/rowIds';
import { Refusal } from '../../refusal';
import { entityTagOf, rowMarkOf } from '../conditional';
import { findTab, type ReadTab } from '../endpointsRepository';
import type { ServedTab, TabView } from '../engine/engine';
import { askedOf } from '../plans';
import { openTab, type Reading } from '../reading';
import { rowVersion } from '../rowVersion';
import { NoSuchRow } from './targets';
import type { PlannedRows } from './plannedRows';
import type { WriteTarget } from './writeTarget';
import { answerOf, nothingLeft, type Showing, type WriteAnswer } from './writeAnswer';

/** What is written, and how it is answered. */
export interface WriteCall {
  readonly target: WriteTarget;
  readonly work: Work<PlannedRows>;
  readonly isDryRun: boolean;
  /** Whether a list is answered. */
  readonly isList: boolean;
  readonly tellsIgnored: boolean;
  /** Names that the request gives, all that is shown to callers who may not read. */
  readonly givenNames: readonly string[];
  /** Whether one row is removed, which is answered with nothing. */
  readonly isRemoval: boolean;
  readonly idempotencyKey: string | undefined;
}

export interface Performing {
  readonly reading: Reading;
  readonly records: Records;
}

const noColumns = () =>
  new Refusal('read_only', 'This sheet has no columns yet, so no row can be written.', {
    hint: 'Put column names above the rows in the spreadsheet first.',
  });

/** The tab as it is by now, ready to be written to. */
async function openForWriting(reading: Reading, tab: ReadTab): Promise<OpenedTab> {
  const served = await openTab(reading, tab);
  const state = stateOf(served);
  if (state === undefined) throw noColumns();
  state.keyAt = served.columns.findIndex(({ key }) => key === tab.key_column);
  return { tabId: tab.id, served, state };
}

/** Opens the tab as it was found, and as it is stored by now whenever it is asked again. */
function opener(reading: Reading, tab: ReadTab): () => Promise<OpenedTab> {
  let isFirst = true;
  return async () => {
    const current = isFirst ? tab : await findTab(reading.db, tab.id);
    isFirst = false;
    if (current === undefined) throw new Refusal('gone', 'This endpoint has been removed. Nothing was written.');
    return openForWriting(reading, current);
  };
}

/** Two requests are the same when method, address and body are. */
function keepOf({ method, url, body }: FastifyRequest, { target, idempotencyKey: key }: WriteCall): Keep | undefined {
  if (key === undefined) return undefined;
  const text = `${method} ${url}\n${JSON.stringify(body) ?? ''}`;
  const requestHash = createHash('sha256').update(text).digest('base64url');
  const { kind, keyId } = target.caller;
  return { caller: keyId ?? kind, key, requestHash };
}

/** Callers who may not read are shown what they have sent. */
function showingOf({ target: { caller, tab }, givenNames }: WriteCall, { columns: all }: TabView): Showing {
  const { names } = askedOf(caller, tab, all);
  const given = new Set(givenNames.map((name) => names.find(name)));
  const columns = may(caller, 'read') ? names.visible : names.visible.filter((place) => given.has(place));
  return { names, columns };
}

const newId = createRowIds();

/** What would be written, worked out against the rows as they are. */
async function dryRun({ work }: WriteCall, open: () => Promise<OpenedTab>): Promise<PlannedRows> {
  const { served, state } = await open();
  let lastRow = state.lastRow;
  return work.plan({ view: served.view(), state, newRow: () => (lastRow += 1), newId, settle: () => undefined });
}

/** Entity tag of the one row that was written, as a read of it has it. */
function tagOf({ target: { caller, tab }, isList }: WriteCall, { rows }: PlannedRows, served: ServedTab) {
  const [row] = rows;
  if (isList || row === undefined || row.kind === 'remove' || !may(caller, 'read')) return {};
  const view = served.view();
  const [place] = view.find(row.id);
  if (place === undefined) return {};
  const { names, view: sight } = askedOf(caller, tab, served.columns);
  const mark = rowMarkOf(rowVersion(view, place, names), sight);
  return { etag: entityTagOf(mark, 'identity') };
}

function answerFor(call: WriteCall, planned: PlannedRows, revision: number): WriteAnswer {
  const { target, isDryRun, isList, tellsIgnored, isRemoval } = call;
  if (isRemoval && !isDryRun) return nothingLeft(revision);
  const showing = showingOf(call, planned.view);
  return answerOf({ showing, planned, revision, isDryRun, isList, tellsIgnored }, target.url);
}

function repeated(answer: string): WriteAnswer {
  const first = JSON.parse(answer) as WriteAnswer;
  return { ...first, headers: { ...first.headers, 'idempotency-replayed': 'true' } };
}

async function perform(request: FastifyRequest, { reading, records }: Performing, call: WriteCall) {
  const open = opener(reading, call.target.tab);
  if (call.isDryRun) {
    const planned = await dryRun(call, open);
    return answerFor(call, planned, planned.view.revision);
  }
  const written = await records.writer.write({
    open,
    work: call.work,
    keep: keepOf(request, call),
    answer: (planned, revision) => JSON.stringify(answerFor(call, planned, revision)),
  });
  if (written.kind === 'repeated') return repeated(written.answer);
  const { planned, revision, served } = written;
  const made = answerFor(call, planned, revision);
  return { ...made, headers: { ...made.headers, ...tagOf(call, planned, served) } };
}

async function refuseNoSuchRow({ db }: Reading, { tab }: WriteTarget, id: string): Promise<never> {
  if (await wasRow(db, tab.id, id)) throw new Refusal('gone', `The row “${id}” of ${tab.title} has been removed.`);
  throw new Refusal('not_found', `No row of ${tab.title} has the id “${id}”.`);
}

/** Does what a request asks for and answers it. Throws a Refusal with a code of its own for each thing that is wrong. */
export async function performWrite(
  request: FastifyRequest,
  reply: FastifyReply,
  performing: Performing,
  call: WriteCall,
): Promise<FastifyReply> {
  try {
    const { status, headers, body } = await perform(request, performing, call);
    reply.code(status).headers({ ...headers, 'cache-control': 'no-store' });
    return await (body === '' ? reply.send() : reply.type('application/json; charset=utf-8').send(Buffer.from(body)));
  } catch (error) {
    if (error instanceof NoSuchRow) return refuseNoSuchRow(performing.reading, call.target, error.id);
    throw error;
  }
}
