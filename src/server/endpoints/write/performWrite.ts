import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isDriveSheetId } from '../../../contract/sheetUrl';
import type { Author } from '../../database/tables/records';
import { type Keep, type OpenedTab, prepareWork, type Work, type WritableTab } from '../../store/log/work';
import { wasRow } from '../../store/log/records';
import { tooContended } from '../../store/log/writeRefusals';
import type { WriteRequest } from '../../store/log/writer';
import { Refusal } from '../../refusal';
import { createRowIds } from '../../rawTab/rowIds';
import { runInSteps, type RunQuery, TakesLong } from '../../yieldToEventLoop';
import { noSuchRow } from '../readRow';
import type { Reading } from '../reading';
import { FormRow } from './bodies';
import { NoSuchRow } from './targets';
import { answerFor, shownKeys, type ShownWrite, shownWork, type WriteAnswer, writtenAnswer } from './writeAnswer';
import type { Performing, WriteCall } from './writeHandlers';
import { opener, type WriteTarget } from './writeTarget';

/** Two requests are the same when method, address and body are. */
function keepOf({ method, url, body }: FastifyRequest, { target, idempotencyKey: key }: WriteCall): Keep | undefined {
  if (key === undefined) return undefined;
  const text = `${method} ${url}\n${JSON.stringify(body) ?? ''}`;
  const requestHash = createHash('sha256').update(text).digest('base64url');
  const { kind, keyId } = target.caller;
  return { caller: keyId ?? kind, key, requestHash };
}

const authorOf = ({ body }: FastifyRequest, { target: { caller, project } }: WriteCall): Author => ({
  actor: caller.keyId === undefined ? `person:${project.owner_id}` : `key:${caller.keyId}`,
  reason: body instanceof FormRow ? 'form' : 'write',
});

const newId = createRowIds();

/** So often the rows of a filter are looked for anew because the sheet has been written to meanwhile. */
const SEARCHES_MOST = 5;

/** The rows as they are, with all that a write needs of them, before it has its turn. */
async function preparedTab(work: Work, open: () => Promise<OpenedTab>, run: RunQuery): Promise<WritableTab> {
  const { served, state } = await open();
  let lastRow = state.lastRow;
  const tab = { view: served.view(), state, newRow: () => (lastRow += 1), newId, settle: () => undefined };
  await prepareWork(work, tab, run);
  return tab;
}

function repeated(answer: string): WriteAnswer {
  const first = JSON.parse(answer) as WriteAnswer;
  return { ...first, headers: { ...first.headers, 'idempotency-replayed': 'true' } };
}

/** To the drive's log, or through to Google. */
function writeTo({ records, google }: Performing, call: WriteCall, request: WriteRequest<ShownWrite>) {
  const { project, tab } = call.target;
  if (isDriveSheetId(project.sheet_id)) return records.writer.write(request);
  return google.write({ ...request, project, tab, shown: (view) => shownKeys(call, view) });
}

/**
 * Looks for the rows of a filter before the write waits for its turn, where all other writes would wait for the search.
 *
 * @throws Refusal `busy` where the sheet is written to again and again meanwhile
 */
async function searchedBefore<T>(
  { needsAll }: Work,
  prepared: () => Promise<unknown>,
  write: () => Promise<T>,
): Promise<T> {
  for (let searches = 1; ; searches += 1) {
    if (needsAll) await prepared();
    try {
      return await write();
    } catch (error) {
      if (!(error instanceof TakesLong)) throw error;
      if (searches === SEARCHES_MOST) throw tooContended();
    }
  }
}

async function perform(request: FastifyRequest, performing: Performing, call: WriteCall) {
  const { reading } = performing;
  const open = opener(reading, call.target.tab);
  const work = shownWork(call);
  const prepared = () => preparedTab(work, open, reading.longQueries.of(call.target.project.id));
  if (call.isDryRun) {
    const planned = await runInSteps(work.plan(await prepared()));
    return answerFor(call, planned, planned.view.revision);
  }
  const written = await searchedBefore(work, prepared, () =>
    writeTo(performing, call, {
      open,
      work,
      author: authorOf(request, call),
      keep: keepOf(request, call),
      answer: (planned, revision) => JSON.stringify(writtenAnswer(call, { planned, revision })),
    }),
  );
  if (written.kind === 'repeated') return repeated(written.answer);
  return writtenAnswer(call, written);
}

async function refuseNoSuchRow({ db }: Reading, { tab }: WriteTarget, id: string): Promise<never> {
  if (await wasRow(db, tab.id, id)) throw new Refusal('gone', `The row “${id}” of ${tab.title} has been removed.`);
  throw noSuchRow(tab, id);
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
