import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { SharedCalls } from './access/sharedCalls';
import { createEvents, type ServerEvents } from './database/events';
import { createHearing, type Hearing } from './database/notifications';
import { createDriveSource } from './drive/driveSource';
import type { EndpointRows } from './drive/grid/openTab';
import { type GoogleWrites, googleWritesOf } from './endpoints/googleWrites/googleWriter';
import { createReading, openTab, type Reading } from './endpoints/reading';
import { isLocked } from './endpoints/write/protectedCells';
import type { Performing } from './endpoints/write/writeHandlers';
import { openedTab } from './endpoints/write/writeTarget';
import { watchesOf } from './google/push/watches';
import { googleSourceOf } from './google/reading/googleSourceOf';
import { Keyring } from './keys/keyring';
import type { Parts } from './parts';
import { PlanLimits } from './plans/planLimits';
import { type Records, recordsOf } from './store/log/records';
import { type Memory, memoryOf } from './store/memory/memory';
import { createRefresh } from './sync/refreshAttempt';
import { refreshOnRead } from './sync/refreshOnRead';
import { createSources, type Sources } from './sync/sources';
import { createSyncs, type Syncs } from './sync/syncs';
import { Usage } from './usage/usage';

/** What lives as long as the server, each thing made once. A feature's `register…(app, services)` names what it needs of it. */
export interface Services extends Parts {
  readonly events: ServerEvents;
  /** Whether this server hears of what others change. */
  readonly hearing: Hearing;
  readonly planLimits: PlanLimits;
  readonly keyring: Keyring;
  readonly usage: Usage;
  /** Of a server that has others beside it. */
  readonly sharedCalls: SharedCalls | undefined;
  /** The budget of all caches. */
  readonly memory: Memory;
  readonly reading: Reading;
  readonly records: Records;
  /** Where spreadsheets are read from. */
  readonly sources: Sources;
  readonly googleWrites: GoogleWrites;
  readonly syncs: Syncs;
  /** How rows of endpoints are written. */
  readonly performing: Performing;
  /** How the grid of the drive writes rows of endpoints. */
  readonly endpoints: EndpointRows;
  /** Logs what fails when no request waits for it. */
  readonly report: (error: unknown) => void;
}

/** Milliseconds between two looks for syncs that another server has begun and was killed in. */
const RECOVERY_PAUSE = 30_000;

/**
 * Makes the services. {@link runServices} begins and ends what they do by themselves.
 *
 * @throws StartFailure where a setting is of no use
 */
export function createServices(parts: Parts, log: FastifyBaseLogger): Services {
  const { db, workers, settings, patience } = parts;
  const report = (error: unknown) => log.error({ err: error }, 'work in the background failed');
  const events = createEvents();
  const hearing = createHearing();
  const planLimits = new PlanLimits(db, settings.plans);
  const sharedCalls = settings.databaseUrl === undefined ? undefined : new SharedCalls();
  const memory = memoryOf(db);
  const reading = createReading({ db, events, hearing, memory });
  const records = recordsOf({ db, workers, events, tabs: reading.tabs, log });
  const sources = createSources({
    drive: createDriveSource(db),
    google: googleSourceOf({ ...parts, events }),
    ...patience,
  });
  const googleWrites = googleWritesOf({ ...parts, events, planLimits });
  const { inTurn, writer: google } = googleWrites;
  return {
    ...{ ...parts, report, events, hearing, planLimits, sharedCalls, memory, reading, records, sources, googleWrites },
    keyring: new Keyring(db),
    usage: new Usage(db),
    syncs: createSyncs({ db, workers, events, sources, planLimits, report, inTurn, ...patience }),
    performing: { reading, records, planLimits, google },
    endpoints: {
      ...{ records, memory, isLocked },
      open: async (endpoint) => openedTab(await openTab(reading, endpoint), endpoint),
    },
  };
}

/** Begins the work of the services when the app is ready, and ends it when the app is closed. */
export function runServices(app: FastifyInstance, services: Services): void {
  const { db, settings, events, sources, syncs, googleWrites, records, report } = services;
  const watches = watchesOf(services, report);
  const recover = () => void syncs.recover().catch(report);
  app.addHook('onReady', async () => {
    recover();
    void googleWrites.recover().catch(report);
  });
  const timer = settings.databaseUrl === undefined ? undefined : setInterval(recover, RECOVERY_PAUSE).unref();
  const refreshProject = createRefresh({ db, events, syncs, sources, watches, report });
  const endRefreshing = refreshOnRead({ db, events, refreshProject, report });
  app.addHook('onClose', async () => {
    clearInterval(timer);
    await records.close();
    await syncs.close();
    await endRefreshing();
    googleWrites.close();
  });
}
