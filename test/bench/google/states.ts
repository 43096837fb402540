import { type Latencies, load } from './load';
import { refreshEvery } from './people';
import type { Place } from './place';
import { perSecond, type ProcessorTime, processorTimeOf } from './processorTime';

/** What is under way while endpoints are asked. Sheets are edited every second in all of them. */
export const states = {
  none: { name: 'none', google: 'edited', refreshSeconds: 3_600 },
  refreshing: { name: 'as many as Google’s quotas let, with other rows', google: 'edited', refreshSeconds: 5 },
  failing: { name: 'all of them fail (503)', google: 'failing', refreshSeconds: 5 },
  hanging: { name: 'all of them hang', google: 'hanging', refreshSeconds: 5 },
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

/** Brings a state about and asks the endpoints meanwhile. */
export async function measure(place: Place, state: StateName, seconds: number): Promise<Measured> {
  const { product, double, readers, urls } = place;
  const { google, refreshSeconds } = states[state];
  await double.tell({ does: 'be', how: google });
  await refreshEvery(product.origin, readers, refreshSeconds);
  await load(urls, SETTLED);
  await double.tell({ does: 'count' });
  const look = () => [processorTimeOf(product.server.pid), processorTimeOf(process.pid)] as const;
  const [before, clientBefore] = look();
  const latencies = await load(urls, seconds * 1_000);
  const [after, clientAfter] = look();
  const { calls = 0 } = await double.tell({ does: 'count' });
  const { waited: clientWaited } = perSecond(clientBefore, clientAfter, seconds);
  return { state, ...latencies, ...perSecond(before, after, seconds), calls, clientWaited };
}
