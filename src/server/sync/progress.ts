import { EventEmitter } from 'node:events';
import { finished, PassThrough } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { MAX_PROGRESS_STREAMS, type SyncProgress, type TabProgress } from '../../contract/syncs';
import { spreadsheetLock } from '../database/locks';
import { countAnswered } from '../http/overload';
import type { Parts } from '../parts';
import { requireProject } from '../auth/ownedProjects';
import { Refusal } from '../refusal';

const IDLE: SyncProgress = { phase: 'idle', tabs: [] };

/** Receives the progress of a running sync. */
export interface ProgressReporter {
  /** Reports the tabs, once known. */
  planned(tabs: TabProgress[]): void;
  /** Reports the progress of a tab. */
  changed(sheetId: number, part: Partial<TabProgress>): void;
}

/** Progress of a server's syncs, by the key of their lock (`spreadsheetLock`). */
export class ProgressHub {
  readonly #running = new Map<string, SyncProgress>();
  readonly #events = new EventEmitter<Record<string, [SyncProgress]>>().setMaxListeners(0);

  /** Calls the listener with the current progress of a sync, and with every change. @returns a function that unsubscribes */
  watch(lockKey: string, listener: (progress: SyncProgress) => void): () => void {
    this.#events.on(lockKey, listener);
    listener(this.#running.get(lockKey) ?? IDLE);
    return () => void this.#events.off(lockKey, listener);
  }

  /** Starts the progress of a sync. */
  begin(lockKey: string): ProgressReporter {
    const planned = (tabs: TabProgress[]) => this.#report(lockKey, { phase: 'reading', tabs });
    planned([]);
    return {
      planned,
      changed: (sheetId, part) => {
        const { tabs } = this.#running.get(lockKey) ?? IDLE;
        planned(tabs.map((tab) => (tab.sheetId === sheetId ? { ...tab, ...part } : tab)));
      },
    };
  }

  /** Ends the progress of a sync, and notifies its listeners. */
  end(lockKey: string, phase: 'done' | 'failed'): void {
    const { tabs } = this.#running.get(lockKey) ?? IDLE;
    this.#running.delete(lockKey);
    this.#events.emit(lockKey, { phase, tabs });
  }

  #report(lockKey: string, progress: SyncProgress) {
    this.#running.set(lockKey, progress);
    this.#events.emit(lockKey, progress);
  }
}

const HEARTBEAT_MS = 15_000;

/** Milliseconds without a running sync after which a stream is closed. */
const IDLE_TIMEOUT_MS = 15_000;

/** Maximum bytes buffered for a slow reader; beyond it, intermediate progress is dropped, but not the end. */
const MAX_BUFFERED_BYTES = 16 * 1024;

const eventOf = (progress: SyncProgress) => `data: ${JSON.stringify(progress)}\n\n`;

/** Creates a stream of server-sent events that follows a sync until its end. */
function follow(hub: ProgressHub, lockKey: string): PassThrough {
  const stream = new PassThrough();
  const idle = setTimeout(() => stream.end(), IDLE_TIMEOUT_MS).unref();
  const heartbeat = setInterval(() => stream.write(': here\n\n'), HEARTBEAT_MS).unref();
  const unwatch = hub.watch(lockKey, (progress) => {
    const isEnd = progress.phase === 'done' || progress.phase === 'failed';
    if (progress.phase !== 'idle') clearTimeout(idle);
    if (isEnd) stream.end(eventOf(progress));
    else if (stream.writableLength < MAX_BUFFERED_BYTES) stream.write(eventOf(progress));
  });
  finished(stream, () => {
    unwatch();
    clearTimeout(idle);
    clearInterval(heartbeat);
  });
  return stream;
}

const tooMany = () =>
  new Refusal('too_many_requests', `You follow ${MAX_PROGRESS_STREAMS} syncs already. Close another page first.`);

interface ProgressParts extends Pick<Parts, 'db'> {
  readonly progressHub: ProgressHub;
}

/** `GET /api/projects/{id}/progress`: the progress of a project's sync, tab by tab, as server-sent events. */
export function registerProgress(app: FastifyInstance, { db, progressHub }: ProgressParts): void {
  const open = new Set<{ readonly personId: string; readonly stream: PassThrough }>();
  app.addHook('preClose', async () => open.forEach(({ stream }) => stream.end()));

  app.get(
    '/api/projects/:id/progress',
    { schema: { params: Type.Object({ id: Type.String() }) } },
    async (request, reply) => {
      const { person } = request;
      const project = await requireProject(db, person.id, request.params.id);
      const own = [...open].filter(({ personId }) => personId === person.id);
      if (own.length >= MAX_PROGRESS_STREAMS) throw tooMany();
      const stream = follow(progressHub, spreadsheetLock(person, project.sheet_id));
      const opened = { personId: person.id, stream };
      open.add(opened);
      stream.once('close', () => open.delete(opened));
      countAnswered(request);
      reply.raw.once('close', () => stream.destroy());
      return reply
        .type('text/event-stream; charset=utf-8')
        .header('cache-control', 'private, no-store, no-transform')
        .header('x-accel-buffering', 'no')
        .send(stream);
    },
  );
}
