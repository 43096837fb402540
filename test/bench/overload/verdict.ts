import { median } from '../report/numbers';
import { type Met, within } from './met';
import type { Probed } from './probe';

/** Maximum response time of admitted requests, as a multiple of that without load. */
const MAX_SLOWDOWN = 5;

/** Minimum share of ten times the full speed that must be requested for the run to be valid. */
const OFFERED = 0.9;

/** Minimum share of the full speed that counts as full, since measurements vary. */
const MIN_FULL_SPEED = 0.9;

/** Maximum growth of memory: a share of the memory before, and MiB. */
const [GROWTH, MORE] = [0.1, 16];

/** All measurements. Rates are requests a second. */
export interface Measured {
  readonly fullSpeed: number;
  readonly unloaded: Probed;
  readonly flooded: Probed;
  /** Rate that the flood requested. */
  readonly offered: number;
  /** Full speed in each of the seconds after the flood. */
  readonly after: readonly number[];
}

const together = ({ greedy, modest }: Probed, what: 'answered' | 'refused') => [...greedy[what], ...modest[what]];

function memoryGrows(memory: readonly number[]): boolean {
  const third = Math.ceil(memory.length / 3);
  const before = median(memory.slice(third, 2 * third));
  return median(memory.slice(2 * third)) > before * (1 + GROWTH) + MORE;
}

const failures = (...all: readonly Met[]) => all.reduce((sum, { failed }) => sum + failed, 0);

/** Returns the p99 of admitted requests in both projects, as a multiple of that without load. */
export const slowdown = (unloaded: Probed, flooded: Probed): number =>
  within(0.99, together(flooded, 'answered')) / within(0.99, together(unloaded, 'answered'));

/** Lists unmet expectations. */
export function shortcomingsOf({ fullSpeed, unloaded, flooded, offered, after }: Measured): string[] {
  const most = MAX_SLOWDOWN * within(0.99, together(unloaded, 'answered'));
  const refused = together(flooded, 'refused');
  const checks: readonly (readonly [boolean, string])[] = [
    [
      offered >= 10 * fullSpeed * OFFERED,
      'The flood was less than ten times the full speed: the machine is too small for it.',
    ],
    [
      slowdown(unloaded, flooded) <= MAX_SLOWDOWN,
      `p99 of what was let through is over ${most.toFixed(1)} ms, ${MAX_SLOWDOWN} × unloaded.`,
    ],
    [flooded.modest.answered.length > 0, 'Nothing of whoever asks for little was let through.'],
    [
      refused.length === 0 || within(0.99, refused) <= most,
      `p99 of refusals is over ${most.toFixed(1)} ms: not at once.`,
    ],
    [failures(flooded.greedy, flooded.modest) === 0, 'Something was neither answered nor refused.'],
    [!memoryGrows(flooded.memory), 'Memory grows.'],
    [Math.max(...after) >= fullSpeed * MIN_FULL_SPEED, 'It was not at full speed again within five seconds.'],
  ];
  return checks.flatMap(([holds, what]) => (holds ? [] : [what]));
}
