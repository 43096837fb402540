import { noOutcomes } from '../bench/overload/met';
import type { Probed } from '../bench/overload/probe';
import { type Measured, shortcomingsOf } from '../bench/overload/verdict';

const times = (milliseconds: number) => Array.from({ length: 200 }, () => milliseconds);

/** Requests with equal response times, and constant memory. */
const probed = (answered: number, refused?: number): Probed => {
  const met = { answered: times(answered), refused: refused === undefined ? [] : times(refused), failed: 0 };
  return { greedy: met, modest: met, memory: times(300) };
};

const held: Measured = {
  fullSpeed: 500,
  unloaded: probed(5),
  flooded: probed(24, 3),
  offered: 5_000,
  after: [200, 400, 480, 490, 495],
};

test('a run that meets all expectations has no shortcomings', () => {
  expect(shortcomingsOf(held)).toEqual([]);
});

test.each<[string, Partial<Measured>]>([
  ['The flood was less than ten times', { offered: 4_000 }],
  ['p99 of what was let through', { flooded: probed(26, 3) }],
  ['p99 of refusals', { flooded: probed(24, 26) }],
  ['Nothing of whoever asks for little', { flooded: { ...probed(24, 3), modest: noOutcomes() } }],
  [
    'neither answered nor refused',
    { flooded: { ...probed(24, 3), greedy: { answered: times(24), refused: [], failed: 1 } } },
  ],
  ['Memory grows', { flooded: { ...probed(24, 3), memory: Array.from({ length: 60 }, (_, n) => 300 + 4 * n) } }],
  ['not at full speed', { after: [200, 300, 400, 440, 440] }],
])('%s', (words, wrong) => {
  expect(shortcomingsOf({ ...held, ...wrong })).toEqual([expect.stringContaining(words)]);
});
