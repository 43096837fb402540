import { type Latencies, load } from './load';
import { refreshEvery } from './people';
import type { Place } from './place';
import { perSecond, type ProcessorTime, processorTimeOf } from './processorTime';

const RARE_INTERVAL_SECONDS = 3_600;
const OFTEN = 5;

/** Refresh interval of projects in seconds during a measurement. Sheets are edited every second. */
export const states = {
  none: { name: 'none', google: 'edited', every: RARE_INTERVAL_SECONDS },
  refreshing: { name: 'as many as Google’s quotas let, with other rows', google: 'edited', every: OFTEN },
  failing: { name: 'all of them fail (503)', google: 'failing', every: OFTEN },
  hanging: { name: 'all of them hang', google: 'hanging', every: OFTEN },
} as const;

export type StateName = keyof typeof states;

/**
 * Milliseconds after a change of state until earlier refreshes are over. Requests continue meanwhile to fill the caches, which
 * the change of all projects' settings has emptied.
 */
const SETTLE_MS = 2_000;

/** Response times; processor time of the product per second, and the time that the client waited for its own core. */
export interface Measured extends Latencies, ProcessorTime {
  readonly state: StateName;
  /** Number of calls to Google. */
  readonly calls: number;
  readonly clientWaited: number;
}

/** Returns the number of calls to Google since the last reading. */
const countCalls = async ({ double }: Place) => (await double.tell({ does: 'count' })).calls ?? 0;

/** Sets a state and measures requests in it. */
export async function measure(place: Place, state: StateName, seconds: number): Promise<Measured> {
  const { product, double, readers, urls } = place;
  const { google, every } = states[state];
  await double.tell({ does: 'be', how: google });
  await refreshEvery(readers, every);
  await load(urls, SETTLE_MS);
  await countCalls(place);
  const look = () => [processorTimeOf(product.server.pid), processorTimeOf(process.pid)] as const;
  const [before, clientBefore] = look();
  const latencies = await load(urls, seconds * 1_000);
  const [after, clientAfter] = look();
  const calls = await countCalls(place);
  const { waited: clientWaited } = perSecond(clientBefore, clientAfter, seconds);
  return { state, ...latencies, ...perSecond(before, after, seconds), calls, clientWaited };
}
