import type { FastifyInstance } from 'fastify';
import type { EndpointRows } from './drive/grid/openTab';
import { openTab, readingOf } from './endpoints/reading';
import { isLocked } from './endpoints/write/protectedCells';
import { openedTab } from './endpoints/write/writeTarget';
import { watchesOf } from './google/push/watches';
import type { Parts } from './parts';
import { recordsOf } from './store/log/records';
import { createDriveSource } from './drive/driveSource';
import { googleSourceOf } from './google/reading/googleSourceOf';
import { googleWritesOf } from './endpoints/googleWrites/googleWriter';
import { createSources, type Sources } from './sync/sources';
import { createRefresh } from './sync/refreshAttempt';
import { refreshOnRead } from './sync/refreshOnRead';
import { createSyncs, type Syncs } from './sync/syncs';

/** What the drive and the projects share, made once for a server. */
export interface Services {
  /** Where spreadsheets are read from. */
  readonly sources: Sources;
  readonly syncs: Syncs;
  /** How the grid of the drive writes rows of endpoints. */
  readonly endpoints: EndpointRows;
  /** Logs what fails when no request waits for it. */
  readonly report: (error: unknown) => void;
}

/** Milliseconds between two looks for syncs that another server has begun and was killed in. */
const RECOVERY_PAUSE = 30_000;

function endpointRowsOf(app: FastifyInstance, { db, workers }: Parts): EndpointRows {
  const reading = readingOf({ db });
  return {
    records: recordsOf({ db, workers, tabs: reading.tabs, log: app.log }),
    memory: reading.memory,
    open: async (endpoint) => openedTab(await openTab(reading, endpoint), endpoint),
    isLocked,
  };
}

/** Makes the services. They begin when the app is ready, and end when it is closed. */
export function startServices(app: FastifyInstance, parts: Parts): Services {
  const { db, workers, settings, patience } = parts;
  const report = (error: unknown) => app.log.error({ err: error }, 'work in the background failed');
  const sources = createSources({ drive: createDriveSource(db), google: googleSourceOf(parts), ...patience });
  const googleWrites = googleWritesOf(parts);
  const watches = watchesOf(parts, report);
  const syncs = createSyncs({ db, workers, sources, report, inTurn: googleWrites.inTurn, ...patience });
  const recover = () => void syncs.recover().catch(report);
  app.addHook('onReady', async () => {
    recover();
    void googleWrites.recover().catch(report);
  });
  const timer = settings.databaseUrl === undefined ? undefined : setInterval(recover, RECOVERY_PAUSE).unref();
  const refreshProject = createRefresh({ db, syncs, sources, watches, report });
  const endRefreshing = refreshOnRead({ db, refreshProject, report });
  app.addHook('onClose', async () => {
    clearInterval(timer);
    await syncs.close();
    await endRefreshing();
    googleWrites.close();
  });
  return { sources, syncs, endpoints: endpointRowsOf(app, parts), report };
}
