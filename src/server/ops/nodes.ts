import type { FastifyInstance } from 'fastify';
import { type ListenerState, type Notification, notificationIn, PgListener } from '../database/notifications';
import { NOTIFICATION_CHANNEL } from '../database/triggers';
import type { Guard } from '../access/guard';
import type { Base } from '../parts';
import type { Records } from '../store/log/records';

/** Where servers tell each other how many calls they have let through. */
const CALLS_CHANNEL = 'tabpoint_calls';

/** Milliseconds between two batches of calls that are sent to other servers. */
const CALLS_PAUSE = 500;

type Report = (error: unknown) => void;

/** What a server follows the others with. */
interface NodesParts extends Pick<Base, 'settings' | 'db' | 'events'> {
  readonly guard: Pick<Guard, 'keyring' | 'plans' | 'limits'>;
  readonly records: Pick<Records, 'follower'>;
  readonly listenerState: ListenerState;
}

/** Does what another server's notification asks for; that of a newer version may mean nothing here. */
async function follow({ events, guard, records }: NodesParts, notification: Notification | undefined): Promise<void> {
  if (notification === undefined) return;
  if (notification.kind === 'project') events.projectChanged.emit(notification.projectId);
  else if (notification.kind === 'rows') await records.follower?.follow(notification.tabId, notification.revision);
  else if (notification.kind === 'key') await guard.keyring.refreshOne(notification.keyId);
  else await guard.plans.refresh();
}

/** What was missed while nothing was heard. Projects are looked at anew when they are next asked for. */
async function catchUp({ guard }: NodesParts): Promise<void> {
  await guard.keyring.refresh(Date.now());
  await guard.plans.refresh();
}

function listenerFor(parts: NodesParts, databaseUrl: string, report: Report): PgListener {
  const receive = async (channel: string, payload: string) => {
    if (channel === CALLS_CHANNEL) parts.guard.limits.receive(payload, Date.now());
    else await follow(parts, notificationIn(payload));
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
 * Makes a server one of several beside a PostgreSQL: it hears what the others change, and tells them which calls it lets
 * through. A server on SQLite is alone, and nothing is done for it. Call it before features are added.
 */
export function joinNodes(app: FastifyInstance, parts: NodesParts): void {
  const { databaseUrl } = parts.settings;
  if (databaseUrl === undefined) return;
  const report: Report = (error) => app.log.error({ err: error }, 'hearing of other servers failed');
  const listener = listenerFor(parts, databaseUrl, report);
  const sendCalls = () => void listener.notify(CALLS_CHANNEL, parts.guard.limits.drain()).catch(report);
  const timer = setInterval(sendCalls, CALLS_PAUSE).unref();
  app.addHook('onReady', () => listener.start());
  app.addHook('onClose', async () => {
    clearInterval(timer);
    await listener.close();
  });
}
