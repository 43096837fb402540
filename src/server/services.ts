import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { createGuard } from './access/guard';
import { Keyring } from './access/keyring';
import { createEvents } from './database/events';
import { createLocks } from './database/locks';
import { createListenerState } from './database/notifications';
import { Surveys } from './describe/surveys';
import { createDerivedDrafts, createDriveSource } from './drive/driveSource';
import type { EndpointRows } from './drive/driveServices';
import { GridTabs } from './drive/grid/gridTab';
import { StaleTabs } from './drive/stale/staleTabs';
import { GoogleWriter } from './endpoints/googleWrites/googleWriter';
import { createReadServices, createTabs, openTab } from './endpoints/readServices';
import { toOpenedTab } from './endpoints/write/openForWriting';
import { Connections } from './google/consent/connections';
import { channelsOf } from './google/push';
import { createGoogle } from './google/quotas';
import { createGoogleSource } from './google/reading/googleSource';
import { serviceAccountFrom } from './google/serviceAccount';
import { createAskAs } from './google/write/sheetCalls';
import type { Parts } from './parts';
import { PlanLimits } from './plans/planLimits';
import { createRecords } from './store/log/records';
import { createMemory } from './store/memory/memory';
import { ProgressHub } from './sync/progress';
import { refreshOnRead } from './sync/refreshOnRead';
import { createSources } from './sync/sources';
import { createSyncs } from './sync/syncs';
import { Usage } from './usage/usage';

/**
 * Interval at which interrupted syncs are resumed: by the death of another server, or of this one if it was too busy when it started;
 * and those of projects that were deleted meanwhile, and restored.
 */
const RECOVERY_INTERVAL_MS = 30_000;

/**
 * Creates every service that lives as long as the server. {@link runServices} starts and stops their background work.
 *
 * @throws StartFailure if a setting is unusable
 */
export function createServices(parts: Parts, log: FastifyBaseLogger) {
  const { db, workers, settings, readingTimeouts } = parts;
  const report = (error: unknown) => log.error({ err: error }, 'work in the background failed');
  const google = createGoogle(db, settings.googleDouble);
  const events = createEvents();
  /** Memory budget shared by all caches. */
  const memory = createMemory();
  const base = {
    db,
    workers,
    settings,
    report,
    events,
    memory,
    google,
    locks: createLocks(db),
    /** State of the listener for notifications of other servers: connected since when. */
    listenerState: createListenerState(),
    planLimits: new PlanLimits(db, settings.plans),
    keyring: new Keyring(db, settings.databaseUrl !== undefined),
    usage: new Usage(db),
    /** Progress of running syncs. */
    progressHub: new ProgressHub(),
    derivedDrafts: createDerivedDrafts(memory, events),
    /** The server's own Google account, if configured. */
    serviceAccount: serviceAccountFrom(settings, google.client),
    /** Google consent of users; undefined without a Google OAuth client. */
    connections: Connections.of({ db, events, google, settings }),
  };
  /** Tabs of the drive, as shown in the grid. */
  const gridTabs = new GridTabs(db, events, memory);
  const staleTabs = new StaleTabs(db, gridTabs, memory);
  const tabs = createTabs(base);
  const records = createRecords({ ...base, tabs });
  const reading = createReadServices({ ...base, tabs, staleTabs, follower: records.follower });
  /** Sources that spreadsheets are read from. */
  const sources = createSources({
    drive: createDriveSource(base),
    google: createGoogleSource(base),
    ...readingTimeouts,
  });
  const googleWriter = new GoogleWriter({ ...base, sources, askAs: createAskAs(google, base.connections) });
  return {
    ...parts,
    ...base,
    gridTabs,
    staleTabs,
    reading,
    records,
    sources,
    googleWriter,
    /** Looks up keys and counts calls of the data API. */
    guard: createGuard({ ...base, plans: base.planLimits, projects: reading.directory }),
    syncs: createSyncs({ ...base, sources, inTurn: googleWriter.inTurn, ...readingTimeouts }),
    /** Dependencies of project descriptions (schema, OpenAPI, types). */
    describing: { settings, reading, surveys: new Surveys() },
    /** Dependencies of row writes by the data API. */
    writeServices: { reading, records, planLimits: base.planLimits, google: googleWriter },
    /** Lets the grid of the drive write rows of endpoints. */
    endpoints: {
      records,
      open: async (endpoint) => toOpenedTab(await openTab(reading, endpoint), endpoint),
    } satisfies EndpointRows,
  };
}

/** Everything that lives as long as the server. A feature's `register…(app, services)` picks the services it needs by type. */
export type Services = Readonly<ReturnType<typeof createServices>>;

/** Starts the background work of the services when the app is ready, and stops it when the app closes. */
export function runServices(app: FastifyInstance, services: Services): void {
  const { db, events, sources, syncs, googleWriter, records, report } = services;
  const channels = channelsOf(services);
  const recover = () => void syncs.recover().catch(report);
  app.addHook('onReady', async () => {
    recover();
    void googleWriter.recover().catch(report);
  });
  const timer = setInterval(recover, RECOVERY_INTERVAL_MS).unref();
  const endRefreshing = refreshOnRead({ db, events, syncs, sources, channels, report });
  app.addHook('onClose', async () => {
    clearInterval(timer);
    await records.compaction.close();
    await syncs.close();
    await endRefreshing();
    googleWriter.close();
  });
}
