import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { keepCase, keptCases } from '../fuzz/keptCases';
import { mutatedJson, mutatedText } from '../fuzz/mutations';
import { targetOf } from '../fuzz/target';
import { targets } from '../fuzz/targets/all';

/** So many inputs of each: a smoke test. `npm run fuzz` tries for as long as one likes. */
const RUNS: Readonly<Record<string, number>> = { sheetUrl: 500, csv: 50, workbook: 50, query: 80, bodies: 50 };
const SEED = 20_261_121;

describe.each(Object.keys(targets))('%s', (name) => {
  it('takes what it never saw, and all that ever broke it', async () => {
    const target = await targets[name]!();
    const kept = keptCases().filter((one) => one.target === name);
    for (const { input } of kept) await target.replay(input);
    const { found, runs } = await target.search({ seed: SEED, runs: RUNS[name] });
    await target.close();
    expect(found).toBeUndefined();
    expect(runs).toBe(RUNS[name]);
  });
});

it('every kept case belongs to a target', () => {
  expect(keptCases().filter(({ target }) => !(target in targets))).toEqual([]);
});

describe('a planted bug', () => {
  /** Reads a line of numbers, and forgets about an empty one between two commas. */
  const broken = targetOf({
    name: 'broken',
    inputs: mutatedText(['1,2,3', '10,20'], [',', ' ', '-1', 'x']),
    check: (text) => {
      if (!/^[\d, ]*$/.test(text)) return;
      for (const part of text.split(',').slice(1, -1)) if (part === '') throw new Error(`Not a number in ${text}`);
    },
  });

  it('is found, made small, kept, and found again from what was kept', async () => {
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

  it('in a body is found by what bodies are made of', async () => {
    const target = targetOf({
      name: 'body',
      inputs: mutatedJson([{ title: 'Teas', tabs: [{ sheetId: 1 }] }]),
      check: (text) => {
        if (/"sheetId":\s*-/.test(text)) throw new Error('A negative number is taken.');
      },
    });
    expect((await target.search({ seed: 7, runs: 20_000 })).found?.why).toContain('negative');
  });

  it('is the only thing that is', async () => {
    const sound = targetOf({ name: 'sound', inputs: fc.string(), check: () => undefined });
    expect(await sound.search({ seed: 7, runs: 100 })).toEqual({ runs: 100 });
  });
});
