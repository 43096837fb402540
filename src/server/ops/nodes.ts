import type { FastifyInstance } from 'fastify';
import { type Hearing, type News, newsIn, NewsLine } from '../database/notifications';
import { NEWS_CHANNEL } from '../database/triggers';
import type { ServerEvents } from '../database/events';
import type { Keyring } from '../access/keyring';
import type { Parts } from '../parts';
import type { PlanLimits } from '../plans/planLimits';
import type { Records } from '../store/log/records';
import { CALLS_CHANNEL, type SharedCalls } from '../access/sharedCalls';

/** Milliseconds between two batches of calls that others are told of. */
const CALLS_PAUSE = 500;

type Report = (error: unknown) => void;

/** What a server follows the others with. */
interface NodesParts extends Pick<Parts, 'db' | 'settings'> {
  readonly events: ServerEvents;
  readonly keyring: Keyring;
  readonly planLimits: PlanLimits;
  readonly records: Pick<Records, 'follower'>;
  readonly hearing: Hearing;
  /** Of a server that has others beside it. */
  readonly sharedCalls: SharedCalls | undefined;
}

/** Does what news of another server asks for; what a newer one says may mean nothing here. */
async function follow({ events, keyring, planLimits, records }: NodesParts, news: News | undefined): Promise<void> {
  if (news === undefined) return;
  if (news.kind === 'project') events.projectChanged.emit(news.projectId);
  else if (news.kind === 'rows') await records.follower?.follow(news.tabId, news.revision);
  else if (news.kind === 'key') await keyring.refreshOne(news.keyId);
  else await planLimits.refresh();
}

/** What was missed while nothing was heard. Projects are looked at anew when they are next asked for. */
async function catchUp({ keyring, planLimits }: NodesParts): Promise<void> {
  await keyring.refresh(Date.now());
  await planLimits.refresh();
}

function openLine(parts: NodesParts, databaseUrl: string, calls: SharedCalls, report: Report): NewsLine {
  const heard = async (channel: string, payload: string) => {
    if (channel === CALLS_CHANNEL) calls.hear(payload, Date.now());
    else await follow(parts, newsIn(payload));
  };
  return new NewsLine({
    databaseUrl,
    channels: [NEWS_CHANNEL, CALLS_CHANNEL],
    hearing: parts.hearing,
    hear: (...said) => void heard(...said).catch(report),
    connected: () => void catchUp(parts).catch(report),
    report,
  });
}

/**
 * Makes a server one of several beside a PostgreSQL: it hears what the others change, and tells them which calls it lets
 * through. A server on SQLite is alone, and nothing is done for it. Call it before features are added.
 */
export function joinNodes(app: FastifyInstance, parts: NodesParts): void {
  const { sharedCalls: calls } = parts;
  const { databaseUrl } = parts.settings;
  if (databaseUrl === undefined || calls === undefined) return;
  const report: Report = (error) => app.log.error({ err: error }, 'hearing of other servers failed');
  const line = openLine(parts, databaseUrl, calls, report);
  const timer = setInterval(() => void line.say(CALLS_CHANNEL, calls.drain()).catch(report), CALLS_PAUSE).unref();
  app.addHook('onReady', () => line.start());
  app.addHook('onClose', async () => {
    clearInterval(timer);
    await line.close();
  });
}
