import { type Latencies, load } from './load';
import { refreshEvery } from './people';
import type { Place } from './place';
import { perSecond, type ProcessorTime, processorTimeOf } from './processorTime';

const SELDOM = 3_600;
const OFTEN = 5;

/** How often projects are refreshed, in seconds, while their endpoints are asked. Sheets are edited every second. */
export const states = {
  none: { name: 'none', google: 'edited', every: SELDOM },
  refreshing: { name: 'as many as Google’s quotas let, with other rows', google: 'edited', every: OFTEN },
  failing: { name: 'all of them fail (503)', google: 'failing', every: OFTEN },
  hanging: { name: 'all of them hang', google: 'hanging', every: OFTEN },
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
  /** Calls that Google was asked. */
  readonly calls: number;
  readonly clientWaited: number;
}

/** Calls since it was last asked. */
const countCalls = async ({ double }: Place) => (await double.tell({ does: 'count' })).calls ?? 0;

/** Brings a state about and asks the endpoints meanwhile. */
export async function measure(place: Place, state: StateName, seconds: number): Promise<Measured> {
  const { product, double, readers, urls } = place;
  const { google, every } = states[state];
  await double.tell({ does: 'be', how: google });
  await refreshEvery(product.origin, readers, every);
  await load(urls, SETTLED);
  await countCalls(place);
  const look = () => [processorTimeOf(product.server.pid), processorTimeOf(process.pid)] as const;
  const [before, clientBefore] = look();
  const latencies = await load(urls, seconds * 1_000);
  const [after, clientAfter] = look();
  const calls = await countCalls(place);
  const { waited: clientWaited } = perSecond(clientBefore, clientAfter, seconds);
  return { state, ...latencies, ...perSecond(before, after, seconds), calls, clientWaited };
}
