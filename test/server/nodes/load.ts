import { setTimeout as after } from 'node:timers/promises';
import { signUp, type SpawnedServer } from '../../fixtures/spawned';
import { makeWritableList, type WritableList } from '../../fixtures/writableList';

/** A list for writes and reads, and what is known of it. */
export interface List extends WritableList {
  /** Names of the acknowledged rows. */
  readonly acknowledged: Set<string>;
}

/** Creates a project of an empty list, with a key that can write to it. */
export async function makeList(server: Pick<SpawnedServer, 'url'>): Promise<List> {
  const node = server as SpawnedServer;
  const cookie = await signUp(node);
  return { ...(await makeWritableList(node, cookie, 'Name,Check\nfirst,of first\n')), acknowledged: new Set() };
}

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
    const body = JSON.stringify({ Name, Check: `of ${Name}` });
    for (;;) {
      const status = await statusOf(fetch(url + list.path, { method: 'POST', headers, body }), met);
      if (status === 201) break;
      if (status !== undefined) return void met.failures.push(`writing ${Name}: ${status}`);
    }
    list.acknowledged.add(Name);
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

/** Reads the names of the rows from a server. @throws Error if a row is a mix of two */
export async function namesIn(url: string, { path, headers }: List): Promise<string[]> {
  const answer = await fetch(`${url}${path}.ndjson`, { headers });
  if (answer.status !== 200) throw new Error(`Reading all rows: ${answer.status}`);
  const lines = (await answer.text()).split('\n').filter((line) => line !== '');
  return lines.map((line) => {
    const { Name, Check } = JSON.parse(line) as { Name: string; Check: string };
    if (Check !== `of ${Name}`) throw new Error(`A row of two others: ${line}`);
    return Name;
  });
}
