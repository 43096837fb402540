/** Process that generates load: receives jobs over its channel, and replies with measurements. */
import { setTimeout as delay } from 'node:timers/promises';
import { Connection } from './connection';
import type { FromClient, Job, Measured, ToClient } from './job';
import { cpuSecondsOf } from './processFacts';
import { RequestList } from './requestList';
import { Samples } from './samples';

/** Minimum responses of a measurement, and the milliseconds by which a slow server's measurement is extended for them. */
const MIN_RESPONSES = 5;
const MAX_EXTRA_MS = 10_000;
const STEP_MS = 50;

const prepared = new Map<string, { readonly list: RequestList; readonly status: number }>();

/** Counters, active while `isOn`. */
class Counts {
  readonly latencies = new Samples();
  readonly others: Record<string, number> = {};
  bytes = 0;
  isOn = false;

  answered(isRight: boolean, status: string, milliseconds: number) {
    if (!this.isOn) return;
    if (isRight) this.latencies.add(milliseconds);
    else this.others[status] = (this.others[status] ?? 0) + 1;
  }
}

const clocks = (pid: number) => ({
  at: performance.now(),
  client: process.cpuUsage(),
  server: cpuSecondsOf(pid),
});

async function measureWhile(counts: Counts, { pid, warmUp, duration }: Job) {
  await delay(warmUp);
  const before = clocks(pid);
  counts.isOn = true;
  await delay(duration);
  for (let more = 0; more < MAX_EXTRA_MS && counts.latencies.count < MIN_RESPONSES; more += STEP_MS)
    await delay(STEP_MS);
  counts.isOn = false;
  const after = clocks(pid);
  const used = process.cpuUsage(before.client);
  const seconds = (after.at - before.at) / 1000;
  return {
    seconds,
    clientBusy: (used.user + used.system) / 1e6 / seconds,
    serverSeconds: before.server === undefined || after.server === undefined ? undefined : after.server - before.server,
  };
}

async function run(job: Job): Promise<Measured> {
  const set = prepared.get(job.set);
  if (set === undefined) throw new Error(`Nothing was prepared as ${job.set}.`);
  const counts = new Counts();
  let next = job.from;
  const traffic = {
    port: job.port,
    nextRequest: () => set.list.at(next++),
    answered: (status: number, milliseconds: number) =>
      counts.answered(status === set.status, String(status), milliseconds),
    closed: () => counts.answered(false, 'closed', 0),
    read: (bytes: number) => void (counts.isOn && (counts.bytes += bytes)),
  };
  const connections = Array.from({ length: job.connections }, () => new Connection(traffic));
  const { seconds, clientBusy, serverSeconds } = await measureWhile(counts, job);
  for (const connection of connections) connection.end();
  const { latencies, others, bytes } = counts;
  return {
    answers: latencies.count,
    perSecond: latencies.count / seconds,
    p50: latencies.percentile(0.5),
    p99: latencies.percentile(0.99),
    slowest: latencies.percentile(1),
    others,
    bytesPerAnswer: bytes / latencies.count,
    clientBusy,
    serverSeconds,
    next,
  };
}

const tell = (message: FromClient) => process.send?.(message);

process.on('message', (message: ToClient) => {
  if (message.kind === 'run') return void run(message.job).then((measured) => tell({ kind: 'measured', measured }));
  prepared.set(message.name, { list: new RequestList(message.set), status: message.set.status });
  tell({ kind: 'prepared' });
});
process.on('disconnect', () => process.exit(0));
