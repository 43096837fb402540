import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { createGuard, type Guard } from './access/guard';
import { createEvents } from './database/events';
import { createLocks } from './database/locks';
import { createListenerState } from './database/notifications';
import { Surveys } from './describe/surveys';
import { createDerivedDrafts, createDriveSource } from './drive/driveSource';
import type { EndpointRows } from './drive/driveServices';
import { GridTabs } from './drive/grid/gridTab';
import { StaleTabs } from './drive/stale/staleTabs';
import { GoogleWriter } from './endpoints/googleWrites/googleWriter';
import { createReading, createTabs, openTab, type Reading } from './endpoints/reading';
import { openedTab } from './endpoints/write/openForWriting';
import { Connections } from './google/consent/connections';
import { channelsOf } from './google/push';
import { createGoogle } from './google/quotas';
import { createGoogleSource } from './google/reading/googleSource';
import { serviceAccountFrom } from './google/serviceAccount';
import { SheetCalls } from './google/write/sheetCalls';
import { Keyring } from './access/keyring';
import type { Parts } from './parts';
import { PlanLimits } from './plans/planLimits';
import { createRecords } from './store/log/records';
import { createMemory } from './store/memory/memory';
import { ProgressHub } from './sync/progress';
import { refreshOnRead } from './sync/refreshOnRead';
import { createSources } from './sync/sources';
import { createSyncs } from './sync/syncs';
import { Usage } from './usage/usage';

/** Milliseconds between two looks for syncs that another server has begun and was killed in. */
const RECOVERY_PAUSE = 30_000;

/**
 * Makes what lives as long as the server, each thing once. {@link runServices} begins and ends what they do by themselves.
 *
 * @throws StartFailure where a setting is of no use
 */
export function createServices(parts: Parts, log: FastifyBaseLogger) {
  const { db, workers, settings, patience } = parts;
  const report = (error: unknown) => log.error({ err: error }, 'work in the background failed');
  const google = createGoogle(db, settings.googleDouble);
  const events = createEvents();
  /** The budget of all caches. */
  const memory = createMemory();
  const base = {
    ...{ db, workers, settings, report, events, memory, google },
    locks: createLocks(db),
    /** Since when this server receives the notifications of others. */
    listenerState: createListenerState(),
    planLimits: new PlanLimits(db, settings.plans),
    keyring: new Keyring(db, settings.databaseUrl !== undefined),
    usage: new Usage(db),
    /** How far syncs are. */
    progressHub: new ProgressHub(),
    derivedDrafts: createDerivedDrafts(memory, events),
    /** The server's own Google account, where it has one. */
    serviceAccount: serviceAccountFrom(settings, google.client),
    /** How people are asked for consent; none where no client of Google is set. */
    connections: Connections.of({ db, events, google, settings }),
  };
  /** Tabs of the drive, as their grids show them. */
  const gridTabs = new GridTabs(db, events, memory);
  const staleTabs = new StaleTabs(db, gridTabs, memory);
  const tabs = createTabs(base);
  const records = createRecords({ ...base, tabs });
  const reading = createReading({ ...base, tabs, staleTabs, follower: records.follower });
  /** Where spreadsheets are read from. */
  const sources = createSources({ drive: createDriveSource(base), google: createGoogleSource(base), ...patience });
  const sheetCalls = new SheetCalls(google, base.connections);
  const googleWriter = new GoogleWriter({ ...base, sources, askAs: (...whose) => sheetCalls.as(...whose) });
  return {
    ...{ ...parts, ...base, gridTabs, staleTabs, reading, records, sources, googleWriter },
    /** What calls of the data API are looked up and counted in. */
    guard: createGuard(base, knownProjects(reading)),
    syncs: createSyncs({ ...base, sources, inTurn: googleWriter.inTurn, ...patience }),
    /** What descriptions of projects are made of. */
    describing: { reading, surveys: new Surveys() },
    /** How rows of endpoints are written. */
    performing: { reading, records, planLimits: base.planLimits, google: googleWriter },
    /** How the grid of the drive writes rows of endpoints. */
    endpoints: {
      records,
      open: async (endpoint) => openedTab(await openTab(reading, endpoint), endpoint),
    } satisfies EndpointRows,
  };
}

/** What lives as long as the server. A feature's `register…(app, services)` names what it needs of it. */
export type Services = Readonly<ReturnType<typeof createServices>>;

const knownProjects = ({ directory }: Reading): Guard['projects'] => ({
  has: (id) => directory.last(id) !== undefined,
  find: async (id) => (await directory.get(id)) !== undefined,
});

/** Begins the work of the services when the app is ready, and ends it when the app is closed. */
export function runServices(app: FastifyInstance, services: Services): void {
  const { db, settings, events, sources, syncs, googleWriter, records, report } = services;
  const channels = channelsOf(services);
  const recover = () => void syncs.recover().catch(report);
  app.addHook('onReady', async () => {
    recover();
    void googleWriter.recover().catch(report);
  });
  const timer = settings.databaseUrl === undefined ? undefined : setInterval(recover, RECOVERY_PAUSE).unref();
  const endRefreshing = refreshOnRead({ db, events, syncs, sources, channels, report });
  app.addHook('onClose', async () => {
    clearInterval(timer);
    await records.folding.close();
    await syncs.close();
    await endRefreshing();
    googleWriter.close();
  });
}
