import { setTimeout as after } from 'node:timers/promises';
import { Asker } from './asker';
import { type Met, noOutcomes } from './met';
import type { Product } from './product';

/** Share of the full speed that is requested of each project: hardly any load. */
const PART = 1 / 20;

const MEBIBYTE = 1024 ** 2;

/** Milliseconds between two memory readings. */
const MEMORY_INTERVAL_MS = 1_000;

/** Occasional requests to the flooded project and to another one. */
export interface Probed {
  readonly greedy: Met;
  readonly modest: Met;
  /** Resident memory of the product in MiB, each second. */
  readonly memory: readonly number[];
}

/**
 * Connections of a calm client. Node accepts one new connection in each turn of its event loop, so that new connections wait
 * behind those of a flood, however fast requests are answered.
 */
const CONNECTIONS = 64;

/**
 * Sends calm requests during some work, over connections from before it, and measures.
 *
 * @param fullSpeed requests a second that the product can answer
 */
export async function probeDuring(
  product: Product,
  name: string,
  fullSpeed: number,
  begin: () => Promise<unknown>,
): Promise<Probed> {
  const asker = new Asker(product.running.url, name);
  await Promise.all(Array.from({ length: CONNECTIONS }, () => asker.ask(product.modest, noOutcomes())));
  const lasts = begin();
  const outcomes = { greedy: noOutcomes(), modest: noOutcomes() };
  const memory: number[] = [];
  const asking: Promise<void>[] = [];
  let isOver = false;
  const over = lasts.finally(() => (isOver = true));
  const pause = 1_000 / (fullSpeed * PART);
  for (let looked = -Infinity; !isOver;) {
    asking.push(asker.ask(product.modest, outcomes.modest), asker.ask(product.greedy, outcomes.greedy));
    if (performance.now() - looked >= MEMORY_INTERVAL_MS) {
      looked = performance.now();
      memory.push(Math.round(product.running.memory() / MEBIBYTE));
    }
    await after(pause);
  }
  await Promise.all([over, ...asking]);
  return { ...outcomes, memory };
}
