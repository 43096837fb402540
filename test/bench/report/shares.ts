import type { Measured } from '../load/job';
import type { Outcome, Result } from '../rounds';
import type { ServerName } from '../servers/target';
import { median } from './numbers';

/** Returns the rounds of a server; none if it could not be measured. */
export function roundsOf({ outcomes }: Result, name: ServerName): readonly Measured[] {
  const outcome: Outcome | undefined = outcomes[name];
  return outcome !== undefined && 'rounds' in outcome ? outcome.rounds : [];
}

/** Returns the median of a measured value over the rounds. */
export const medianOf = (rounds: readonly Measured[], what: (round: Measured) => number): number =>
  median(rounds.map(what));

/** Returns the median of the ratios of two servers within each round: disturbances of a round affect both. */
function medianRatio(
  result: Result,
  [one, other]: readonly [ServerName, ServerName],
  what: (round: Measured) => number,
) {
  const others = roundsOf(result, other);
  return median(
    roundsOf(result, one).flatMap((round, at) => {
      const against = others[at];
      return against === undefined ? [] : [what(round) / what(against)];
    }),
  );
}

/** Returns responses a second as a share of another server's. */
export const shareOf = (result: Result, one: ServerName, other: ServerName): number =>
  medianRatio(result, [one, other], ({ perSecond }) => perSecond);

/** Returns responses per second of CPU time as a share of another server's: valid even if something else used the core. */
export const cpuShareOf = (result: Result, one: ServerName, other: ServerName): number =>
  medianRatio(result, [one, other], ({ answers, serverSeconds }) => answers / (serverSeconds ?? Number.NaN));

/** Returns the rate of each round if each append waited for the disk, then for a response of bare `node:http`. */
export function mostAlone(result: Result): number[] {
  const bare = roundsOf(result, 'node:http');
  return result.flushes.flatMap(({ perSecond }, at) => {
    const round = bare[at];
    return round === undefined ? [] : [1 / (1 / perSecond + 1 / round.perSecond)];
  });
}

/** Returns responses a second as a share of {@link mostAlone}: median of the rounds. */
export function shareOfMost(result: Result, name: ServerName): number {
  const rounds = roundsOf(result, name);
  return median(
    mostAlone(result).flatMap((most, at) => {
      const round = rounds[at];
      return round === undefined ? [] : [round.perSecond / most];
    }),
  );
}

/** Returns the rate of a server as a multiple of that of the best other server. */
export function timesTheBest(result: Result, one: ServerName, others: readonly ServerName[]): number {
  const times = others.map((other) => shareOf(result, one, other)).filter(Number.isFinite);
  return times.length === 0 ? Number.NaN : Math.min(...times);
}

/** Minimum number of responses for a latency. */
const MIN_RESPONSES = 100;

/** Returns the median of the rounds' p99 in milliseconds; NaN with too few responses. */
export function p99Of(result: Result, name: ServerName): number {
  const rounds = roundsOf(result, name).filter(({ answers }) => answers >= MIN_RESPONSES);
  return medianOf(rounds, ({ p99 }) => p99);
}
