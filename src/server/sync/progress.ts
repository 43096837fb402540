import { finished, PassThrough } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { MAX_PROGRESS_STREAMS, type SyncProgress, type TabProgress } from '../../contract/syncs';
import { spreadsheetLock } from '../database/locks';
import { countAnswered } from '../http/overload';
import type { Parts } from '../parts';
import { requireProject } from '../auth/ownedProjects';
import { Refusal } from '../refusal';

type Listener = (progress: SyncProgress) => void;

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
  readonly #listeners = new Map<string, Set<Listener>>();

  /** Calls the listener with the current progress of a sync, and with every change. @returns a function that unsubscribes */
  watch(lockKey: string, listener: Listener): () => void {
    const all = this.#listeners.get(lockKey) ?? new Set();
    this.#listeners.set(lockKey, all.add(listener));
    listener(this.#running.get(lockKey) ?? IDLE);
    return () => {
      all.delete(listener);
      if (all.size === 0) this.#listeners.delete(lockKey);
    };
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
    for (const listener of this.#listeners.get(lockKey) ?? []) listener({ phase, tabs });
  }

  #report(lockKey: string, progress: SyncProgress) {
    this.#running.set(lockKey, progress);
    for (const listener of this.#listeners.get(lockKey) ?? []) listener(progress);
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
  const open = new Map<string, Set<PassThrough>>();
  app.addHook('preClose', async () => {
    for (const streams of open.values()) for (const stream of streams) stream.end();
  });

  app.get(
    '/api/projects/:id/progress',
    { schema: { params: Type.Object({ id: Type.String() }) } },
    async (request, reply) => {
      const { person } = request;
      const project = await requireProject(db, person.id, request.params.id);
      const ownStreams = open.get(person.id) ?? new Set();
      if (ownStreams.size >= MAX_PROGRESS_STREAMS) throw tooMany();
      const stream = follow(progressHub, spreadsheetLock(person, project.sheet_id));
      open.set(person.id, ownStreams.add(stream));
      countAnswered(request);
      const forget = () => {
        ownStreams.delete(stream);
        if (ownStreams.size === 0) open.delete(person.id);
      };
      stream.once('close', forget);
      reply.raw.once('close', () => stream.destroy());
      return reply
        .type('text/event-stream; charset=utf-8')
        .header('cache-control', 'private, no-store, no-transform')
        .header('x-accel-buffering', 'no')
        .send(stream);
    },
  );
}
