import { parentPort, workerData } from 'node:worker_threads';
import { backendsOf, type BackendChange, onBackend } from '../database/backends';
import { openDatabaseBeside } from '../database/database';
import { handReadyRows } from '../endpoints/readyRowsOf';
import { lookForTabs } from '../endpoints/tabsInMemory';
import { countedElsewhere } from '../metrics/counters';
import { openPlanLimits } from '../plans/planLimits';
import { createDriveSource } from '../sources/drive/driveSource';
import { googleSourceOf } from '../sources/google/googleSourceOf';
import { googleWritesOf } from '../sources/google/write/googleWritesOf';
import { createSources } from '../sources/sources';
import { replyTo } from '../workers/crossing';
import { standBack, waitForIdleMoments } from '../workers/standBack';
import { createWorkers } from '../workers/workers';
import { createAwayRefreshes } from './awayRefreshes';
import type { RefresherData, Request } from './messages';
import { Outbox } from './outbox';

/**
 * Entry of the thread that refreshes: does what it is asked, behind all others, and tells what has come of it. Where the database
 * cannot be opened, it ends.
 */
async function serve({ settings, worker }: RefresherData) {
  standBack();
  waitForIdleMoments();
  const db = await openDatabaseBeside(settings);
  const workers = createWorkers({ entry: worker });
  const parts = { db, workers, settings };
  openPlanLimits(parts);
  const outbox = new Outbox(countedElsewhere);
  const report = (error: unknown) => outbox.tell({ kind: 'trouble', reply: replyTo(error) });
  const tellBackend = (change: BackendChange) => outbox.tell({ kind: 'backend', change });
  for (const id of backendsOf(db)) tellBackend({ id, isOpen: true });
  onBackend(db, tellBackend);
  handReadyRows(db, (snapshot, ready) => outbox.tellLater({ kind: 'ready', snapshot, ready }));
  const sources = createSources({ drive: createDriveSource(db), google: googleSourceOf(parts, 'google-behind') });
  const writes = googleWritesOf(parts);
  const refreshes = createAwayRefreshes({
    ...parts,
    sources,
    report,
    inTurn: writes.inTurn,
    tell: (news) => outbox.tell(news),
    tellLater: (news) => outbox.tellLater(news),
  });
  lookForTabs(db, (tabId) => refreshes.isInMemory(tabId));

  /** @throws what a refresh has failed with: errors travel in their own way */
  async function answerTo(request: Extract<Request, { id: number }>): Promise<unknown> {
    if (request.kind === 'mark') return refreshes.mark(request.refresh);
    const end = await refreshes.refresh(request);
    if ('failed' in end) throw end.failed;
    return end;
  }

  async function close() {
    await refreshes.close();
    writes.close();
    await workers.close();
    await db.destroy();
    outbox.flush();
    process.exit();
  }

  parentPort?.on('message', (request: Request) => {
    if (request.kind === 'abort') return refreshes.abort();
    if (request.kind === 'close') return void close().catch(report);
    const { id } = request;
    answerTo(request).then(
      (output) => outbox.tell({ kind: 'answer', id, reply: { output } }),
      (error: unknown) => outbox.tell({ kind: 'answer', id, reply: replyTo(error) }),
    );
  });
}

void serve(workerData as RefresherData);
