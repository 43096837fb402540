import { type Latencies, load } from './load';
import { refreshEvery } from './people';
import type { Place } from './place';
import { perSecond, type ProcessorTime, processorTimeOf } from './processorTime';

const SELDOM = 3_600;
const OFTEN = 5;

/**
 * What is under way while endpoints of a product are asked: how often it refreshes its projects, and how often another one does,
 * which is beside it on the same machine. Sheets are edited every second in all of them.
 */
export const states = {
  none: { name: 'none', google: 'edited', own: SELDOM, other: SELDOM },
  refreshing: { name: 'as many as Google’s quotas let, with other rows', google: 'edited', own: OFTEN, other: SELDOM },
  elsewhere: { name: 'as many, but of another server beside it', google: 'edited', own: SELDOM, other: OFTEN },
  failing: { name: 'all of them fail (503)', google: 'failing', own: OFTEN, other: SELDOM },
  hanging: { name: 'all of them hang', google: 'hanging', own: OFTEN, other: SELDOM },
} as const;

export type StateName = keyof typeof states;

/**
 * Milliseconds from a change of state until what was begun before is over. Endpoints are asked meanwhile, too: settings of all
 * projects have just been changed, and what is kept of them is to be what it is for long.
 */
const SETTLED = 2_000;

/** Latencies; processor time of the product by the second, and how long the client waited for its own core. */
export interface Measured extends Latencies, ProcessorTime {
  readonly state: StateName;
  /** Calls that Google was asked, by both products. */
  readonly calls: number;
  readonly clientWaited: number;
}

/** The product that is measured, and another one. */
export interface Places {
  readonly own: Place;
  readonly other: Place;
}

/** Calls since it was last asked. */
async function countCalls({ own, other }: Places): Promise<number> {
  const counts = [await own.double.tell({ does: 'count' }), await other.double.tell({ does: 'count' })];
  return counts.reduce((sum, { calls = 0 }) => sum + calls, 0);
}

/** Brings a state about and asks the endpoints meanwhile. */
export async function measure(places: Places, state: StateName, seconds: number): Promise<Measured> {
  const { product, urls } = places.own;
  const { google, ...seldomOrOften } = states[state];
  for (const who of ['own', 'other'] as const) {
    const { double, product: one, readers } = places[who];
    await double.tell({ does: 'be', how: google });
    await refreshEvery(one.origin, readers, seldomOrOften[who]);
  }
  await load(urls, places.other.urls, SETTLED);
  await countCalls(places);
  const look = () => [processorTimeOf(product.server.pid), processorTimeOf(process.pid)] as const;
  const [before, clientBefore] = look();
  const latencies = await load(urls, places.other.urls, seconds * 1_000);
  const [after, clientAfter] = look();
  const calls = await countCalls(places);
  const { waited: clientWaited } = perSecond(clientBefore, clientAfter, seconds);
  return { state, ...latencies, ...perSecond(before, after, seconds), calls, clientWaited };
}
