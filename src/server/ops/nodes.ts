import type { FastifyInstance } from 'fastify';
import { type ListenerState, PgListener } from '../database/notifications';
import { NOTIFICATION_CHANNEL } from '../database/triggers';
import type { Guard } from '../access/guard';
import type { Base } from '../parts';
import type { Records } from '../store/log/records';

/** PostgreSQL channel on which servers share the number of calls they have admitted, for rate limits. */
const CALLS_CHANNEL = 'tabpoint_calls';

/** Interval at which a server sends its call counts, in milliseconds. */
const CALLS_INTERVAL_MS = 500;

type Report = (error: unknown) => void;
type Handler = (id: string, revision: string) => unknown;

/** Parts of a server that react to changes by other servers. */
interface NodesParts extends Pick<Base, 'settings' | 'db' | 'events'> {
  readonly guard: Pick<Guard, 'keyring' | 'plans' | 'limits'>;
  readonly records: Pick<Records, 'follower'>;
  readonly listenerState: ListenerState;
}

/** Returns the handlers of PostgreSQL notifications, by kind. Triggers send one for each committed change (`database/triggers`). */
const handlersOf = ({ events, guard, records }: NodesParts): Readonly<Record<string, Handler>> => ({
  /** The stored project, or one of its tabs, has changed. */
  project: (id) => events.projectChanged.emit(id),
  /** Rows of a tab were written; the tab is now at this revision. */
  rows: (id, revision) => records.follower?.follow(id, Number(revision)),
  /** A key was created, changed, revoked or removed. */
  key: (id) => guard.keyring.refreshOne(id),
  /** A person has chosen another plan. */
  plans: () => guard.plans.refresh(),
});

/** Reloads what may have changed while no notifications were received. Projects are reloaded at their next request. */
async function catchUp({ guard }: NodesParts): Promise<void> {
  await guard.keyring.refresh(Date.now());
  await guard.plans.refresh();
}

function listenerFor(parts: NodesParts, databaseUrl: string, report: Report): PgListener {
  const handlers = handlersOf(parts);
  const receive = async (channel: string, payload: string) => {
    if (channel === CALLS_CHANNEL) return parts.guard.limits.receive(payload, Date.now());
    const [kind = '', id = '', revision = ''] = payload.split(' ');
    // A server of a newer version may send unknown kinds.
    await handlers[kind]?.(id, revision);
  };
  return new PgListener({
    databaseUrl,
    channels: [NOTIFICATION_CHANNEL, CALLS_CHANNEL],
    listenerState: parts.listenerState,
    receive: (channel, payload) => void receive(channel, payload).catch(report),
    connected: () => void catchUp(parts).catch(report),
    report,
  });
}

/**
 * Connects a server with the others on the same PostgreSQL: it receives their changes, and sends them its call counts. Does nothing on
 * SQLite, where there is only one server. Has to be called before features are added.
 */
export function joinNodes(app: FastifyInstance, parts: NodesParts): void {
  const { databaseUrl } = parts.settings;
  if (databaseUrl === undefined) return;
  const report: Report = (error) => app.log.error({ err: error }, 'receiving notifications of other servers failed');
  const listener = listenerFor(parts, databaseUrl, report);
  const sendCalls = () => void listener.notify(CALLS_CHANNEL, parts.guard.limits.drain()).catch(report);
  const timer = setInterval(sendCalls, CALLS_INTERVAL_MS).unref();
  app.addHook('onReady', () => listener.start());
  app.addHook('onClose', async () => {
    clearInterval(timer);
    await listener.close();
  });
}
