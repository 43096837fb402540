import { parentPort, workerData } from 'node:worker_threads';
import { openSqliteBeside } from '../database/sqlite';
import { handReadyRows } from '../endpoints/readyRowsOf';
import { lookForTabs } from '../endpoints/tabsInMemory';
import { countedElsewhere } from '../metrics/counters';
import { openPlanLimits } from '../plans/planLimits';
import { onProjectChanged } from '../projects/projectNews';
import { createDriveSource } from '../sources/drive/driveSource';
import { googleSourceOf } from '../sources/google/googleSourceOf';
import { googleWritesOf } from '../sources/google/write/googleWritesOf';
import { createSources } from '../sources/sources';
import { refreshesIn } from '../sync/refreshRepository';
import { replyTo } from '../workers/crossing';
import { standBack, waitForIdleMoments } from '../workers/standBack';
import { createWorkers } from '../workers/workers';
import { createAwaySyncs } from './awaySyncs';
import type { RefresherData, Request } from './messages';
import { Outbox } from './outbox';

/** Entry of the thread that refreshes: does what it is asked, behind all others, and tells what has come of it. */
function serve({ settings, worker }: RefresherData) {
  standBack();
  waitForIdleMoments();
  const db = openSqliteBeside(settings.dataDir);
  const workers = createWorkers({ entry: worker });
  const parts = { db, workers, settings };
  openPlanLimits(parts);
  const outbox = new Outbox(countedElsewhere);
  const report = (error: unknown) => outbox.tell({ kind: 'trouble', reply: replyTo(error) });
  onProjectChanged(db, (projectId) => outbox.tell({ kind: 'changed', projectId }));
  handReadyRows(db, (snapshot, ready) => outbox.tell({ kind: 'ready', snapshot, ready }));
  const sources = createSources({ drive: createDriveSource(db), google: googleSourceOf(parts, 'google-behind') });
  const writes = googleWritesOf(parts);
  const syncs = createAwaySyncs({
    ...parts,
    sources,
    report,
    inTurn: writes.inTurn,
    tell: (news) => outbox.tell(news),
  });
  lookForTabs(db, (tabId) => syncs.isInMemory(tabId));

  const refreshes = refreshesIn(db);

  async function answerTo(request: Extract<Request, { id: number }>): Promise<unknown> {
    if (request.kind === 'sync') return syncs.sync(request);
    if (request.kind === 'mark') return syncs.mark(request.sync);
    if (request.kind === 'claim') return refreshes.claim(request.projectId, request.claim);
    if (request.kind === 'settle') return void (await refreshes.settle(request.projectId, request.settled));
    if (request.kind === 'unchanged') return void (await refreshes.unchanged(request.projectId, request.syncedAt));
    return sources.version({ id: request.ownerId }, request.sheetId);
  }

  async function close() {
    await syncs.close();
    writes.close();
    await workers.close();
    await db.destroy();
    outbox.flush();
    process.exit();
  }

  parentPort?.on('message', (request: Request) => {
    if (request.kind === 'abort') return syncs.abort();
    if (request.kind === 'close') return void close().catch(report);
    const { id } = request;
    answerTo(request).then(
      (output) => outbox.tell({ kind: 'answer', id, reply: { output } }),
      (error: unknown) => outbox.tell({ kind: 'answer', id, reply: replyTo(error) }),
    );
  });
}

serve(workerData as RefresherData);
