import { setTimeout as after } from 'node:timers/promises';
import { Asker } from './asker';
import { type Met, nothingMet } from './met';
import type { Product } from './product';

/** Part of its full speed that is asked of each project: hardly any load. */
const PART = 1 / 20;

/** Milliseconds between two looks at the memory. */
const LOOK = 1_000;

/** Somebody who asks now and then, of the project that is flooded and of another one. */
export interface Probed {
  readonly greedy: Met;
  readonly modest: Met;
  /** What the product takes of the machine's memory, in MiB, each second. */
  readonly memory: readonly number[];
}

/**
 * Connections that somebody has who asks now and then. Node takes in one new connection in each turn of its event loop, so that
 * whoever connects while a flood does waits behind it, however soon requests are answered.
 */
const CONNECTIONS = 64;

/**
 * Asks calmly as long as something lasts, over connections that are there before it begins, and measures.
 *
 * @param fullSpeed requests a second that the product can answer
 */
export async function probeDuring(
  product: Product,
  name: string,
  fullSpeed: number,
  begin: () => Promise<unknown>,
): Promise<Probed> {
  const asker = new Asker(product.origin, name);
  await Promise.all(Array.from({ length: CONNECTIONS }, () => asker.ask(product.modest, nothingMet())));
  const lasts = begin();
  const met = { greedy: nothingMet(), modest: nothingMet() };
  const memory: number[] = [];
  const asking: Promise<void>[] = [];
  let isOver = false;
  const over = lasts.finally(() => (isOver = true));
  const pause = 1_000 / (fullSpeed * PART);
  for (let looked = -Infinity; !isOver;) {
    asking.push(asker.ask(product.modest, met.modest), asker.ask(product.greedy, met.greedy));
    if (performance.now() - looked >= LOOK) {
      looked = performance.now();
      memory.push(product.memory());
    }
    await after(pause);
  }
  await Promise.all([over, ...asking]);
  return { ...met, memory };
}
