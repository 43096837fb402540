import type { Measured } from '../load/job';
import type { Outcome, Result } from '../rounds';
import type { ServerName } from '../servers/target';
import { median } from './numbers';

/** The rounds of a server; none when it could not be measured. */
export function roundsOf({ outcomes }: Result, name: ServerName): readonly Measured[] {
  const outcome: Outcome | undefined = outcomes[name];
  return outcome !== undefined && 'rounds' in outcome ? outcome.rounds : [];
}

/** Median over the rounds of something that was measured. */
export const medianOf = (rounds: readonly Measured[], what: (round: Measured) => number): number =>
  median(rounds.map(what));

/** Median of the quotients of one server to another, each of one round: what disturbed a round disturbed both. */
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

/** Answers a second, as a share of another server's. */
export const shareOf = (result: Result, one: ServerName, other: ServerName): number =>
  medianRatio(result, [one, other], ({ perSecond }) => perSecond);

/** Answers per second of CPU time, as a share of another server's: true also where something else used the core. */
export const cpuShareOf = (result: Result, one: ServerName, other: ServerName): number =>
  medianRatio(result, [one, other], ({ answers, serverSeconds }) => answers / (serverSeconds ?? Number.NaN));

/** Round by round, how many a second there would be if each waited for the disk, then for an answer of bare `node:http`. */
export function mostAlone(result: Result): number[] {
  const bare = roundsOf(result, 'node:http');
  return result.flushes.flatMap(({ perSecond }, at) => {
    const round = bare[at];
    return round === undefined ? [] : [1 / (1 / perSecond + 1 / round.perSecond)];
  });
}

/** Answers a second as a share of {@link mostAlone}: median of the rounds. */
export function shareOfMost(result: Result, name: ServerName): number {
  const rounds = roundsOf(result, name);
  return median(
    mostAlone(result).flatMap((most, at) => {
      const round = rounds[at];
      return round === undefined ? [] : [round.perSecond / most];
    }),
  );
}

/** How often a server answers while the best of the others does so once. */
export function timesTheBest(result: Result, one: ServerName, others: readonly ServerName[]): number {
  const times = others.map((other) => shareOf(result, one, other)).filter(Number.isFinite);
  return times.length === 0 ? Number.NaN : Math.min(...times);
}

/** Latencies rest on at least so many answers. */
const ENOUGH = 100;

/** Median of the rounds' p99 in milliseconds; NaN where there were too few answers. */
export function p99Of(result: Result, name: ServerName): number {
  const rounds = roundsOf(result, name).filter(({ answers }) => answers >= ENOUGH);
  return medianOf(rounds, ({ p99 }) => p99);
}
