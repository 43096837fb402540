import { Agent, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** What was measured, in milliseconds. */
export interface Latencies {
  readonly requests: number;
  readonly median: number;
  readonly p99: number;
  readonly longest: number;
  /** Answers that were none. */
  readonly failures: number;
}

/** Milliseconds between two requests: far from what the server could answer, so that what is measured is no queue. */
const PAUSE = 2;

function ask(url: string, agent: Agent): Promise<boolean> {
  return new Promise((resolve) => {
    const request = get(url, { agent }, (response) => {
      response.resume();
      response.once('end', () => resolve(response.statusCode === 200));
    });
    request.once('error', () => resolve(false));
  });
}

/** Asks one address after the other, at a steady rate, for a while. */
export async function load(urls: readonly string[], milliseconds: number): Promise<Latencies> {
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });
  const times: number[] = [];
  let failures = 0;
  const end = performance.now() + milliseconds;
  for (let n = 0; performance.now() < end; n += 1) {
    const begun = performance.now();
    if (!(await ask(urls[n % urls.length] ?? '', agent))) failures += 1;
    times.push(performance.now() - begun);
    await sleep(PAUSE);
  }
  agent.destroy();
  times.sort((one, other) => one - other);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? NaN;
  return { requests: times.length, median: at(0.5), p99: at(0.99), longest: at(1), failures };
}
