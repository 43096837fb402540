import type { ChildProcess } from 'node:child_process';
import { launch } from '../servers/launch';
import type { FlushJob, Flushes } from './flushJob';
import type { FromClient, Job, Measured, RequestSet, ToClient } from './job';
import type { FromPulse, PulseReport, ToPulse } from './pulseReport';

/** Sends a message and waits for the reply; rejects if the process ends instead. */
const ask = <In extends object, Out>(child: ChildProcess, message: In): Promise<Out> =>
  new Promise((resolve, reject) => {
    const onExit = () => reject(new Error('A process of the benchmark has ended too early.'));
    child.once('exit', onExit);
    child.once('message', (reply) => {
      child.off('exit', onExit);
      resolve(reply as Out);
    });
    child.send(message);
  });

/** Starts the process that generates load, on a core of its own if possible. */
export function startLoadClient(script: string) {
  const { child, stop } = launch([process.execPath, script], { cpu: 'client', channel: true });
  return {
    stop,
    prepare: (name: string, set: RequestSet) => ask<ToClient, FromClient>(child, { kind: 'prepare', name, set }),
    async run(job: Job): Promise<Measured> {
      const reply = await ask<ToClient, FromClient>(child, { kind: 'run', job });
      if (reply.kind !== 'measured') throw new Error('The load client did not measure.');
      return reply.measured;
    },
  };
}
export type LoadClient = ReturnType<typeof startLoadClient>;

/** Starts the process that flushes bytes to the disk, on the core of the servers. @param file to be overwritten */
export function startFlusher(script: string, file: string) {
  const { child, stop } = launch([process.execPath, script, file], { cpu: 'server', channel: true });
  return { stop, flush: (job: FlushJob) => ask<FlushJob, Flushes>(child, job) };
}
export type Flusher = ReturnType<typeof startFlusher>;

/** Starts the process that requests `/healthz` every millisecond. */
export function startPulse(script: string) {
  const { child, stop } = launch([process.execPath, script], { cpu: 'client', channel: true });
  return {
    stop,
    begin: (port: number) => void child.send({ kind: 'start', port } satisfies ToPulse),
    end: async (): Promise<PulseReport> => (await ask<ToPulse, FromPulse>(child, { kind: 'stop' })).report,
  };
}
export type Pulse = ReturnType<typeof startPulse>;
