import { PassThrough } from 'node:stream';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { PROGRESS_STREAMS_MOST, type SyncProgress } from '../../contract/syncs';
import type { Parts } from '../parts';
import { requireProject } from '../projects/projectsService';
import { Refusal } from '../refusal';
import { lineOf } from './lines';
import { type ProgressHub, progressOf } from './progress';

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
  new Refusal('too_many_requests', `You follow ${PROGRESS_STREAMS_MOST} syncs already. Close another page first.`);

/** `GET /api/projects/{id}/progress`: how far the sync of a project is, tab by tab, as server-sent events. */
export function registerProgress(app: FastifyInstance, { db }: Parts): void {
  const open = new Map<string, Set<PassThrough>>();
  const scope = app.withTypeProvider<TypeBoxTypeProvider>();
  app.addHook('preClose', async () => {
    for (const streams of open.values()) for (const stream of streams) stream.end();
  });

  scope.get(
    '/api/projects/:id/progress',
    { schema: { params: Type.Object({ id: Type.String() }) } },
    async (request, reply) => {
      const { person } = request;
      const project = await requireProject(db, person.id, request.params.id);
      const mine = open.get(person.id) ?? new Set();
      if (mine.size >= PROGRESS_STREAMS_MOST) throw tooMany();
      const stream = follow(progressOf(db), lineOf(person, project.sheet_id));
      open.set(person.id, mine.add(stream));
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
