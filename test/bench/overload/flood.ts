import { setPriority } from 'node:os';
import { setTimeout as after } from 'node:timers/promises';
import { Asker } from './asker';
import { noOutcomes } from './met';

/** A job of the load process: `perSecond` requests, or as many as are answered. */
export interface FloodJob {
  readonly origin: string;
  readonly path: string;
  readonly seconds: number;
  readonly perSecond?: number;
}

/** Numbers of requests. */
export interface Flooded {
  readonly asked: number;
  readonly answered: number;
  readonly refused: number;
  readonly failed: number;
}

/** Maximum number of connections; without a free one a client waits. */
const CONNECTIONS = 1_500;

/** Clients that each send a request as soon as the last is answered. */
const CIRCLE = 32;

/** Milliseconds between two batches of requests. */
const BATCH = 10;

let floods = 0;

/** Sends requests of as many clients as keep the product busy. */
async function floodClosed({ origin, path, seconds }: FloodJob): Promise<Flooded> {
  const asker = new Asker(origin, `flood${(floods += 1)}`, CONNECTIONS);
  const outcomes = noOutcomes();
  const until = performance.now() + seconds * 1_000;
  const client = async () => {
    while (performance.now() < until) await asker.ask(path, outcomes);
  };
  await Promise.all(Array.from({ length: CIRCLE }, client));
  const [answered, refused] = [outcomes.answered.length, outcomes.refused.length];
  return { asked: answered + refused + outcomes.failed, answered, refused, failed: outcomes.failed };
}

/** Sends requests at a steady rate, whatever happens to them. */
async function floodSteadily({ origin, path, seconds, perSecond = 0 }: FloodJob): Promise<Flooded> {
  const asker = new Asker(origin, `flood${(floods += 1)}`, CONNECTIONS);
  const outcomes = noOutcomes();
  const began = performance.now();
  const asking = new Set<Promise<void>>();
  let asked = 0;
  for (let passed = 0; passed < seconds; passed = (performance.now() - began) / 1_000) {
    while (asked < passed * perSecond && asker.open < CONNECTIONS) {
      asked += 1;
      const one = asker.ask(path, outcomes).finally(() => asking.delete(one));
      asking.add(one);
    }
    await after(BATCH);
  }
  await Promise.all(asking);
  return { asked, answered: outcomes.answered.length, refused: outcomes.refused.length, failed: outcomes.failed };
}

// The product and the measuring process have priority.
setPriority(10);
process.on('message', (job: FloodJob) => {
  void (job.perSecond === undefined ? floodClosed(job) : floodSteadily(job)).then((flooded) => process.send?.(flooded));
});
