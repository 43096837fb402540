import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { keepCase, keptCases } from '../fuzz/keptCases';
import { mutatedJson, mutatedText } from '../fuzz/mutations';
import { targetOf } from '../fuzz/target';
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

describe('a planted bug', () => {
  /** Parses a line of numbers, with a bug for an empty one between two commas. */
  const broken = targetOf({
    name: 'broken',
    inputs: mutatedText(['1,2,3', '10,20'], [',', ' ', '-1', 'x']),
    check: (text) => {
      if (!/^[\d, ]*$/.test(text)) return;
      for (const part of text.split(',').slice(1, -1)) if (part === '') throw new Error(`Not a number in ${text}`);
    },
  });

  it('is found, shrunk, stored, and found again from its stored case', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'tabpoint-cases-'));
    const { found } = await broken.search({ seed: 7, runs: 20_000 });
    expect(found?.why).toContain('Not a number');
    expect(JSON.parse(found?.input ?? '""').length).toBeLessThan(12);
    keepCase('broken', found!, dir);
    const [kept] = keptCases(dir);
    expect(kept).toMatchObject({ target: 'broken', input: found?.input });
    await expect(broken.replay(kept?.input ?? '')).rejects.toThrow('Not a number');
    rmSync(dir, { recursive: true });
  });

  it('in a parser of bodies is found by mutations of bodies', async () => {
    const target = targetOf({
      name: 'body',
      inputs: mutatedJson([{ title: 'Teas', tabs: [{ sheetId: 1 }] }]),
      check: (text) => {
        if (/"sheetId":\s*-/.test(text)) throw new Error('A negative number is taken.');
      },
    });
    expect((await target.search({ seed: 7, runs: 20_000 })).found?.why).toContain('negative');
  });

  it('is the only finding', async () => {
    const sound = targetOf({ name: 'sound', inputs: fc.string(), check: () => undefined });
    expect(await sound.search({ seed: 7, runs: 100 })).toEqual({ runs: 100 });
  });
});
