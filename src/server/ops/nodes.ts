import type { FastifyInstance } from 'fastify';
import { type ListenerState, PgListener } from '../database/notifications';
import { NOTIFICATION_CHANNEL } from '../database/triggers';
import type { Guard } from '../access/guard';
import type { Base } from '../parts';
import type { Records } from '../store/log/records';

/** Where servers send each other how many calls they have let through. */
const CALLS_CHANNEL = 'tabpoint_calls';

/** Milliseconds between two batches of calls that are sent to other servers. */
const CALLS_PAUSE = 500;

type Report = (error: unknown) => void;
type Handler = (id: string, revision: string) => unknown;

/** What a server follows the others with. */
interface NodesParts extends Pick<Base, 'settings' | 'db' | 'events'> {
  readonly guard: Pick<Guard, 'keyring' | 'plans' | 'limits'>;
  readonly records: Pick<Records, 'follower'>;
  readonly listenerState: ListenerState;
}

/** What is done about each kind of notification that PostgreSQL sends when a server has committed a change (`database/triggers`). */
const handlersOf = ({ events, guard, records }: NodesParts): Readonly<Record<string, Handler>> => ({
  /** A project, or one of its tabs, is stored in another way than before. */
  project: (id) => events.projectChanged.emit(id),
  /** Rows of a tab were written; it is at this revision now. */
  rows: (id, revision) => records.follower?.follow(id, Number(revision)),
  /** A key was made, changed, revoked or removed. */
  key: (id) => guard.keyring.refreshOne(id),
  /** A person has chosen another plan. */
  plans: () => guard.plans.refresh(),
});

/** What was missed while no notifications were received. Projects are looked at anew when they are next asked for. */
async function catchUp({ guard }: NodesParts): Promise<void> {
  await guard.keyring.refresh(Date.now());
  await guard.plans.refresh();
}

function listenerFor(parts: NodesParts, databaseUrl: string, report: Report): PgListener {
  const handlers = handlersOf(parts);
  const receive = async (channel: string, payload: string) => {
    if (channel === CALLS_CHANNEL) return parts.guard.limits.receive(payload, Date.now());
    const [kind = '', id = '', revision = ''] = payload.split(' ');
    // That of a newer version may mean nothing here.
    await handlers[kind]?.(id, revision);
  };
  return new PgListener({
    databaseUrl,
    channels: [NOTIFICATION_CHANNEL, CALLS_CHANNEL],
    listenerState: parts.listenerState,
    receive: (...said) => void receive(...said).catch(report),
    connected: () => void catchUp(parts).catch(report),
    report,
  });
}

/**
 * Makes a server one of several beside a PostgreSQL: it receives what the others change, and sends them the calls that it lets
 * through. A server on SQLite is alone, and nothing is done for it. Call it before features are added.
 */
export function joinNodes(app: FastifyInstance, parts: NodesParts): void {
  const { databaseUrl } = parts.settings;
  if (databaseUrl === undefined) return;
  const report: Report = (error) => app.log.error({ err: error }, 'receiving notifications of other servers failed');
  const listener = listenerFor(parts, databaseUrl, report);
  const sendCalls = () => void listener.notify(CALLS_CHANNEL, parts.guard.limits.drain()).catch(report);
  const timer = setInterval(sendCalls, CALLS_PAUSE).unref();
  app.addHook('onReady', () => listener.start());
  app.addHook('onClose', async () => {
    clearInterval(timer);
    await listener.close();
  });
}
