import { keptCases } from '../fuzz/keptCases';
import { targets } from '../fuzz/targets/all';

/** Inputs of each target: a smoke test. `npm run fuzz` runs for any time. */
const RUNS: Readonly<Record<string, number>> = { sheetUrl: 500, csv: 50, workbook: 50, query: 80, bodies: 50 };
const SEED = 20_261_121;

describe.each(Object.keys(targets))('%s', (name) => {
  it('handles new inputs, and all former findings', async () => {
    const target = await targets[name]!();
    const kept = keptCases().filter((one) => one.target === name);
    for (const { input } of kept) await target.replay(input);
    const { found, runs } = await target.search({ seed: SEED, runs: RUNS[name] });
    await target.close();
    expect(found).toBeUndefined();
    expect(runs).toBe(RUNS[name]);
  });
});

it('every stored case belongs to a target', () => {
  expect(keptCases().filter(({ target }) => !(target in targets))).toEqual([]);
});
