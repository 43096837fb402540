import { askOnce } from './check';
import type { Flushes } from './load/flushJob';
import type { Flusher, LoadClient } from './load/helpers';
import type { Measured } from './load/job';
import type { Operation } from './operations';
import type { Options } from './options';
import { appended } from './rows/createRows';
import { settled } from './servers/answering';
import type { ServerName, Target } from './servers/target';

/** Result of one operation on one server. */
export type Outcome = { readonly rounds: readonly Measured[] } | { readonly why: string };

export interface Result {
  readonly operation: Operation;
  readonly outcomes: Readonly<Partial<Record<ServerName, Outcome>>>;
  /** For writes, by round: the same bytes flushed to the disk and nothing else. */
  readonly flushes: readonly Flushes[];
}

/** A server that supports an operation, and the index of its next request. */
interface Turn {
  readonly target: Target;
  readonly set: string;
  readonly rounds: Measured[];
  next: number;
}

const WARM_UP = 300;

/** Requests continue after the last operation of the same kind: new ones stay new. */
const nextRequest = new Map<string, number>();

const kindFor = ({ name }: Target, { kind, yardstick = kind }: Operation) => (name === 'node:http' ? yardstick : kind);

async function turnOf(client: LoadClient, target: Target, operation: Operation): Promise<Turn | { why: string }> {
  const kind = kindFor(target, operation);
  try {
    const asks = await target.ask(kind);
    if (asks === undefined) return { why: 'has nothing like it' };
    const answer = await askOnce(target, asks, kind === 'range');
    if ('why' in answer) return answer;
    const set = `${target.name} ${kind}`;
    const headers = { Host: `127.0.0.1:${target.port}`, ...asks.set.headers };
    await client.prepare(set, { ...asks.set, headers });
    return { target, set, rounds: [], next: nextRequest.get(set) ?? 1 };
  } catch (error) {
    return { why: error instanceof Error ? error.message : String(error) };
  }
}

async function takeTurn(client: LoadClient, turn: Turn, { connections }: Operation, duration: number) {
  const { target, set, next: from } = turn;
  const { port, pid } = target;
  await settled(pid);
  const measured = await client.run({ set, port, pid, connections, warmUp: WARM_UP, duration, from });
  await settled(pid);
  turn.next = measured.next;
  nextRequest.set(set, measured.next);
  return measured;
}

const PAGE = 4_096;

/** Bytes of pages that change with every commit, whatever its number of rows. */
const PAGES_OF_COMMIT = 5;

/** Approximate growth of the product's log in bytes when one row arrives over each connection. */
function bytesOfCommit({ connections }: Operation): number {
  const rows = connections * Buffer.byteLength(JSON.stringify(appended));
  return (PAGES_OF_COMMIT + Math.ceil(rows / PAGE)) * PAGE;
}

/** Processes that generate load, and that flush to the disk. */
export interface Measuring {
  readonly client: LoadClient;
  readonly flusher: Flusher;
}

/**
 * Measures one operation: each round includes every server, so that disturbances of the machine affect all of them. The first
 * round is a warm-up and not counted.
 */
export async function measure(
  { client, flusher }: Measuring,
  targets: readonly Target[],
  operation: Operation,
  { rounds, duration }: Options,
): Promise<Result> {
  const turns = new Map<ServerName, Turn | { why: string }>();
  for (const target of targets) turns.set(target.name, await turnOf(client, target, operation));
  const flushes: Flushes[] = [];
  const able = [...turns.values()].filter((turn): turn is Turn => 'set' in turn);
  for (let round = 0; round <= rounds; round += 1) {
    for (const turn of able) {
      const measured = await takeTurn(client, turn, operation, round === 0 ? Math.min(duration, 1000) : duration);
      if (round > 0) turn.rounds.push(measured);
    }
    if (round > 0 && operation.kind === 'append') {
      flushes.push(await flusher.flush({ bytes: bytesOfCommit(operation), duration }));
    }
  }
  const outcomes = Object.fromEntries(
    [...turns].map(([name, turn]) => [name, 'set' in turn ? { rounds: turn.rounds } : turn] as const),
  );
  return { operation, outcomes, flushes };
}
