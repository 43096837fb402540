import type { FastifyInstance } from 'fastify';
import { hearingOf, type News, newsIn, NewsLine } from '../database/notifications';
import { NEWS_CHANNEL } from '../database/triggers';
import { tellProjectChanged } from '../database/events';
import { keyringOf } from '../keys/keyring';
import type { Parts } from '../parts';
import { planLimitsOf } from '../plans/planLimits';
import { followerOf } from '../store/log/following';
import { CALLS_CHANNEL, openSharedCalls, type SharedCalls } from '../access/sharedCalls';

/** Milliseconds between two batches of calls that others are told of. */
const CALLS_PAUSE = 500;

type Report = (error: unknown) => void;

/** Does what news of another server asks for; what a newer one says may mean nothing here. */
async function follow({ db }: Parts, news: News | undefined): Promise<void> {
  if (news === undefined) return;
  if (news.kind === 'project') tellProjectChanged(db, news.projectId);
  else if (news.kind === 'rows') await followerOf(db)?.follow(news.tabId, news.revision);
  else if (news.kind === 'key') await keyringOf({ db }).refreshOne(news.keyId);
  else await planLimitsOf({ db }).refresh();
}

/** What was missed while nothing was heard. Projects are looked at anew when they are next asked for. */
async function catchUp({ db }: Parts): Promise<void> {
  await keyringOf({ db }).refresh(Date.now());
  await planLimitsOf({ db }).refresh();
}

function openLine(parts: Parts, databaseUrl: string, calls: SharedCalls, report: Report): NewsLine {
  const heard = async (channel: string, payload: string) => {
    if (channel === CALLS_CHANNEL) calls.hear(payload, Date.now());
    else await follow(parts, newsIn(payload));
  };
  return new NewsLine({
    databaseUrl,
    channels: [NEWS_CHANNEL, CALLS_CHANNEL],
    hearing: hearingOf(parts.db),
    hear: (...said) => void heard(...said).catch(report),
    connected: () => void catchUp(parts).catch(report),
    report,
  });
}

/**
 * Makes a server one of several beside a PostgreSQL: it hears what the others change, and tells them which calls it lets
 * through. A server on SQLite is alone, and nothing is done for it. Call it before features are added.
 */
export function joinNodes(app: FastifyInstance, parts: Parts): void {
  const { databaseUrl } = parts.settings;
  if (databaseUrl === undefined) return;
  const report: Report = (error) => app.log.error({ err: error }, 'hearing of other servers failed');
  const calls = openSharedCalls(parts.db);
  const line = openLine(parts, databaseUrl, calls, report);
  const timer = setInterval(() => void line.say(CALLS_CHANNEL, calls.drain()).catch(report), CALLS_PAUSE).unref();
  app.addHook('onReady', () => line.start());
  app.addHook('onClose', async () => {
    clearInterval(timer);
    await line.close();
  });
}
