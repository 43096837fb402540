import type { Leases } from '../nodes/leases';

/**
 * Runs what it is given one after the other: while sign-ups are closed, two must not both find that they are the first.
 *
 * @param leases where there are several servers, of which only one has its turn
 */
export function createTurns(leases?: Leases) {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(work: () => Promise<T>): Promise<T> => {
    const alone = () => (leases === undefined ? work() : leases.hold('the first account', work));
    const turn = last.then(alone, alone);
    last = turn.catch(() => undefined);
    return turn;
  };
}
