import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isDriveSheetId } from '../../../contract/sheetUrl';
import type { WriteRequest } from '../../records/writer';
import { wasRow } from '../../records/goneRows';
import type { Keep, OpenedTab } from '../../records/waiting';
import type { Work } from '../../records/work';
import { createRowIds } from '../../workbook/rowIds';
import { Refusal } from '../../refusal';
import { runInSteps } from '../engine/runInSteps';
import { noSuchRow } from '../noSuchRow';
import type { Reading } from '../reading';
import { throwFailure } from './failures';
import { opener } from './openForWriting';
import type { PlannedRows } from './plannedRows';
import { openTold, revisionAfter, revisionBefore, revisionKept } from './revisionTold';
import { NoSuchRow } from './targets';
import type { WriteAnswer } from './writeAnswer';
import type { Performing, WriteCall } from './writeCall';
import type { WriteTarget } from './writeTarget';
import { answerFor, shownKeys, withSteps, writtenAnswer } from './writtenAnswer';

/** Two requests are the same when method, address and body are. */
function keepOf({ method, url, body }: FastifyRequest, { target, idempotencyKey: key }: WriteCall): Keep | undefined {
  if (key === undefined) return undefined;
  const text = `${method} ${url}\n${JSON.stringify(body) ?? ''}`;
  const requestHash = createHash('sha256').update(text).digest('base64url');
  const { kind, keyId } = target.caller;
  return { caller: keyId ?? kind, key, requestHash };
}

const newId = createRowIds();

/** What would be written, worked out against the rows as they are. */
async function dryRun(work: Work<PlannedRows>, open: () => Promise<OpenedTab>): Promise<PlannedRows> {
  const { served, state } = await open();
  let lastRow = state.lastRow;
  const tab = { view: served.view(), state, newRow: () => (lastRow += 1), newId, settle: () => undefined };
  await work.prepare?.(tab);
  return work.steps === undefined ? work.plan(tab) : runInSteps(work.steps(tab));
}

function repeated(answer: string): WriteAnswer {
  const first = JSON.parse(answer) as WriteAnswer;
  return { ...first, headers: { ...first.headers, 'idempotency-replayed': 'true' } };
}

/** To the drive's log, or through to Google. */
function writeTo({ records, google }: Performing, call: WriteCall, request: WriteRequest<PlannedRows>) {
  const { project, tab } = call.target;
  if (isDriveSheetId(project.sheet_id)) return records.writer.write(request);
  return google.write({ ...request, project, tab, shown: (view) => shownKeys(call, view) });
}

async function perform(request: FastifyRequest, performing: Performing, call: WriteCall) {
  const { reading } = performing;
  const open = opener(reading, call.target.tab);
  const work = withSteps(call);
  if (call.isDryRun) {
    const planned = await dryRun(work, open);
    return answerFor(call, planned, await revisionBefore(reading, call.target, planned.view));
  }
  const written = await writeTo(performing, call, {
    open: () => openTold(reading, call.target, open),
    work,
    keep: keepOf(request, call),
    answer: (planned, revision) =>
      JSON.stringify(
        writtenAnswer(call, { planned, revision: revisionKept(reading, call.target, { planned, revision }) }),
      ),
  });
  if (written.kind === 'repeated') return repeated(written.answer);
  const revision = await revisionAfter(reading, call.target, written);
  return writtenAnswer(call, { planned: written.planned, revision });
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
  throwFailure(request.raw);
  try {
    const { status, headers, body } = await perform(request, performing, call);
    reply.code(status).headers({ ...headers, 'cache-control': 'no-store' });
    return await (body === '' ? reply.send() : reply.type('application/json; charset=utf-8').send(Buffer.from(body)));
  } catch (error) {
    if (error instanceof NoSuchRow) return refuseNoSuchRow(performing.reading, call.target, error.id);
    throw error;
  }
}
