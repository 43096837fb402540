import { PassThrough } from 'node:stream';
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

/** What a sync reports while it runs. */
export interface ProgressReporter {
  /** Its tabs are known; those that go on with the rows they have are done already. */
  planned(tabs: readonly (Pick<TabProgress, 'sheetId' | 'title' | 'total'> & { readonly waits: boolean })[]): void;
  /** So many rows of the tab with a number are read; the first call begins it. */
  reading(sheetId: number, rows: number): void;
  done(sheetId: number, rows: number): void;
}

/** How far the syncs of a server are, by the lock that they hold (`spreadsheetLock`). */
export class ProgressHub {
  readonly #running = new Map<string, SyncProgress>();
  readonly #listeners = new Map<string, Set<Listener>>();

  /** Calls the listener with how a line is now, and with every change. @returns unsubscribes */
  watch(line: string, listener: Listener): () => void {
    const all = this.#listeners.get(line) ?? new Set();
    this.#listeners.set(line, all.add(listener));
    listener(this.#running.get(line) ?? IDLE);
    return () => {
      all.delete(listener);
      if (all.size === 0) this.#listeners.delete(line);
    };
  }

  /** A sync begins. */
  begin(line: string): ProgressReporter {
    this.#report(line, { phase: 'reading', tabs: [] });
    const change = (sheetId: number, part: Partial<TabProgress>) => {
      const { tabs } = this.#running.get(line) ?? IDLE;
      const changed = tabs.map((tab) => (tab.sheetId === sheetId ? { ...tab, ...part } : tab));
      this.#report(line, { phase: 'reading', tabs: changed });
    };
    return {
      planned: (planned) => {
        const tabs = planned.map(({ waits, ...tab }) =>
          waits ? { ...tab, phase: 'waiting' as const, rows: 0 } : { ...tab, phase: 'done' as const, rows: tab.total },
        );
        this.#report(line, { phase: 'reading', tabs });
      },
      reading: (sheetId, rows) => change(sheetId, { phase: 'reading', rows }),
      done: (sheetId, rows) => change(sheetId, { phase: 'done', rows, total: rows }),
    };
  }

  /** The sync has ended: its listeners are called, and the line is free. */
  end(line: string, phase: 'done' | 'failed'): void {
    const { tabs } = this.#running.get(line) ?? IDLE;
    this.#running.delete(line);
    for (const listener of this.#listeners.get(line) ?? []) listener({ phase, tabs });
  }

  #report(line: string, progress: SyncProgress) {
    this.#running.set(line, progress);
    for (const listener of this.#listeners.get(line) ?? []) listener(progress);
  }
}

const HEARTBEAT_MILLISECONDS = 15_000;

/** A stream is closed when no sync has begun for so long. */
const IDLE_MILLISECONDS = 15_000;

/** Bytes that may wait for a slow reader; then words about the way are left out, never its end. */
const MOST_WAITING = 16 * 1024;

const eventOf = (progress: SyncProgress) => `data: ${JSON.stringify(progress)}\n\n`;

/** One stream of server-sent events that follows a line until its sync has ended. */
function follow(hub: ProgressHub, line: string): PassThrough {
  const stream = new PassThrough();
  const idle = setTimeout(() => stream.end(), IDLE_MILLISECONDS).unref();
  const heartbeat = setInterval(() => stream.write(': here\n\n'), HEARTBEAT_MILLISECONDS).unref();
  const leave = hub.watch(line, (progress) => {
    const isEnd = progress.phase === 'done' || progress.phase === 'failed';
    if (progress.phase !== 'idle') clearTimeout(idle);
    if (isEnd) stream.end(eventOf(progress));
    else if (stream.writableLength < MOST_WAITING) stream.write(eventOf(progress));
  });
  const close = () => {
    leave();
    clearTimeout(idle);
    clearInterval(heartbeat);
  };
  stream.once('close', close);
  stream.once('finish', close);
  return stream;
}

const tooMany = () =>
  new Refusal('too_many_requests', `You follow ${MAX_PROGRESS_STREAMS} syncs already. Close another page first.`);

interface ProgressParts extends Pick<Parts, 'db'> {
  readonly progressHub: ProgressHub;
}

/** `GET /api/projects/{id}/progress`: how far the sync of a project is, tab by tab, as server-sent events. */
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
      const mine = open.get(person.id) ?? new Set();
      if (mine.size >= MAX_PROGRESS_STREAMS) throw tooMany();
      const stream = follow(progressHub, spreadsheetLock(person, project.sheet_id));
      open.set(person.id, mine.add(stream));
      countAnswered(request);
      const forget = () => {
        mine.delete(stream);
        if (mine.size === 0) open.delete(person.id);
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
