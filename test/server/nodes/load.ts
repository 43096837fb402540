import { setTimeout as after } from 'node:timers/promises';
import { type List, rowOf } from '../../fixtures/killedWriters';

/** Outcomes of the clients’ calls. */
export interface Met {
  writes: number;
  reads: number;
  /** Reasons of retries: the server was gone, or busy. */
  readonly retries: string[];
  /** Unexpected outcomes. */
  readonly failures: string[];
}

export const noOutcomes = (): Met => ({ writes: 0, reads: 0, retries: [], failures: [] });

/** When clients stop, and the milliseconds between two calls of one. */
interface Running {
  readonly until: AbortSignal;
  readonly pause: number;
}

/** @returns the status; undefined if the client should retry */
async function statusOf(answer: Promise<Response>, { retries }: Met): Promise<number | undefined> {
  try {
    const { status } = await answer;
    const text = await (await answer).text();
    if (status !== 502 && status !== 503) return status;
    retries.push(`${status} ${text}`);
  } catch (error) {
    retries.push(String(error));
  }
  await after(20);
  return undefined;
}

/** Writes row after row; retries each with the same key until it is acknowledged. */
export async function writeOn(url: string, list: List, who: string, met: Met, running: Running): Promise<void> {
  for (let n = 0; !running.until.aborted; n += 1) {
    const Name = `${who}-${n}`;
    const headers = { ...list.headers, 'content-type': 'application/json', 'idempotency-key': Name };
    const body = JSON.stringify(rowOf(Name));
    for (;;) {
      const status = await statusOf(fetch(url + list.path, { method: 'POST', headers, body }), met);
      if (status === 201) break;
      if (status !== undefined) return void met.failures.push(`writing ${Name}: ${status}`);
    }
    list.acknowledged.set(Name, 1);
    met.writes += 1;
    await after(running.pause);
  }
}

/** Reads again and again. */
export async function readOn(url: string, { path, headers }: List, met: Met, running: Running): Promise<void> {
  for (let n = 0; !running.until.aborted; n += 1) {
    const query = n % 2 === 0 ? '' : '?Name=first&_fields=Check';
    const status = await statusOf(fetch(url + path + query, { headers }), met);
    if (status === 200) met.reads += 1;
    else if (status !== undefined) met.failures.push(`reading: ${status}`);
    await after(running.pause);
  }
}
