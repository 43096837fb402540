import { setTimeout as after } from 'node:timers/promises';
import { Client, conclude, inMebibytes, print } from './client';
import { growthIn, type Look } from './growth';
import { Pace } from './pace';
import { startWatched } from './product';
import { visitOf } from './visits';
import { makeOwner, type Owner } from './world';

/** Number of concurrent visits. */
const VISITORS = 12;
const OWNERS = 3;
const SAMPLES = 24;

/** Milliseconds after which idle connections of clients are closed. */
const IDLE_TIMEOUT_MS = 6_000;

const told = ({ heap, external, rss, handles, files, sockets, loops, held }: Look) =>
  `heap ${inMebibytes(heap)} MiB, buffers ${inMebibytes(external)} MiB, kept ${inMebibytes(held)} MiB, resident ${inMebibytes(rss)} MiB, ${handles} handles, ${files} files, ${sockets} sockets, ${loops} loops`;

/** Runs visits until the end. */
function runVisits(owners: readonly Owner[], pace: Pace, wrong: string[]) {
  let [n, isOver] = [0, false];
  const come = async () => {
    while (!isOver) {
      const number = (n += 1);
      const owner = owners[number % owners.length];
      if (owner === undefined) return;
      await pace.visit(() => visitOf(number)(owner, number)).catch((error: unknown) => wrong.push(String(error)));
    }
  };
  const all = Promise.all(Array.from({ length: VISITORS }, come));
  return async () => {
    isOver = true;
    pace.goOn();
    await all;
  };
}

/**
 * Sends a mixture of all requests to the product for a number of minutes.
 *
 * @returns problems: growth, and unexpected responses
 */
async function soak(minutes: number, perSecond: number): Promise<string[]> {
  const product = await startWatched();
  try {
    const client = new Client(product.url);
    const owners: Owner[] = [];
    for (let n = 0; n < OWNERS; n += 1) owners.push(await makeOwner(client, product.google, n));
    const pace = new Pace(perSecond);
    const end = runVisits(owners, pace, client.wrong);
    const looks: Look[] = [];
    for (let n = 0; n < SAMPLES; n += 1) {
      await after((minutes * 60_000) / SAMPLES);
      await pace.quiet();
      await after(IDLE_TIMEOUT_MS);
      const look = await product.look();
      looks.push(look);
      print(`${client.asked} requests: ${told(look)}`);
      pace.goOn();
    }
    await end();
    return [...growthIn(looks), ...client.conclude()];
  } finally {
    await product.end();
  }
}

const numberAt = (at: number, otherwise: number) => {
  const given = Number(process.argv[at] ?? otherwise);
  return Number.isFinite(given) && given > 0 ? given : otherwise;
};

void conclude(soak(numberAt(2, 60), numberAt(3, 200)), 'flat');
