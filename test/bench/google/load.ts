import { Agent, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { Samples } from '../load/samples';

/** Measured response times in milliseconds. */
export interface Latencies {
  readonly requests: number;
  readonly median: number;
  readonly p99: number;
  readonly p999: number;
  readonly longest: number;
  /** Number of failed requests. */
  readonly failures: number;
}

/** Milliseconds between two requests: few enough that no queue is measured. */
const PAUSE_MS = 2;

function ask(url: string, agent: Agent): Promise<boolean> {
  return new Promise((resolve) => {
    const request = get(url, { agent }, (response) => {
      response.resume();
      response.once('end', () => resolve(response.statusCode === 200));
    });
    request.once('error', () => resolve(false));
  });
}

/** Requests the paths in turn, at a steady rate, for a time. */
export async function load(urls: readonly string[], milliseconds: number): Promise<Latencies> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const times = new Samples();
  let failures = 0;
  const end = performance.now() + milliseconds;
  for (let n = 0; performance.now() < end; n += 1) {
    const begun = performance.now();
    if (!(await ask(urls[n % urls.length] ?? '', agent))) failures += 1;
    times.add(performance.now() - begun);
    await sleep(PAUSE_MS);
  }
  agent.destroy();
  const [median = NaN, p99 = NaN, p999 = NaN, longest = NaN] = [0.5, 0.99, 0.999, 1].map((share) =>
    times.percentile(share),
  );
  return { requests: times.count, median, p99, p999, longest, failures };
}
