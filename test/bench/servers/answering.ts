import { setTimeout as delay } from 'node:timers/promises';
import { cpuSecondsOf } from '../load/processFacts';
import type { Launched } from './launch';

const TIMEOUT_MS = 120_000;
const STEP_MS = 5;

/** Waits for a server's output that matches a pattern; returns the match, for example of its port. */
export async function waitForOutput(server: Launched, pattern: RegExp): Promise<string> {
  for (const end = performance.now() + TIMEOUT_MS; performance.now() < end; await delay(STEP_MS)) {
    const found = pattern.exec(server.output())?.[1];
    if (found !== undefined) return found;
    if (server.child.exitCode !== null) break;
  }
  throw new Error(`It did not start: ${server.output().slice(-500)}`);
}

/** Sends requests until the response is 200. @returns milliseconds since the server was launched */
export async function firstAnswer(server: Launched, url: string, headers: Record<string, string> = {}) {
  for (const end = performance.now() + TIMEOUT_MS; performance.now() < end; await delay(STEP_MS)) {
    const status = await statusOf(url, headers);
    if (status === 200) return performance.now() - server.at;
    if (server.child.exitCode !== null) break;
  }
  throw new Error(`It did not answer ${url}: ${server.output().slice(-500)}`);
}

async function statusOf(url: string, headers: Record<string, string>): Promise<number | undefined> {
  try {
    const answer = await fetch(url, { headers });
    await answer.arrayBuffer();
    return answer.status;
  } catch {
    return undefined;
  }
}

/** Milliseconds in which an idle server uses no CPU. */
const IDLE_MS = 150;

/** Waits until a server has finished its work, since another one shares its core. */
export async function settled(pid: number): Promise<void> {
  let before = cpuSecondsOf(pid);
  for (const end = performance.now() + TIMEOUT_MS; before !== undefined && performance.now() < end;) {
    await delay(IDLE_MS);
    const after = cpuSecondsOf(pid) ?? 0;
    if (after - before <= 0.011) return;
    before = after;
  }
}
