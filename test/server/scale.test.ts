import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { limitsOf } from '../../scripts/scale/limits';
import {
  type Measured,
  measuredComment,
  measuredIn,
  measuredKeptIn,
  type Operation,
} from '../../scripts/scale/measured';
import { fleetFor, requestSeconds } from '../../scripts/scale/nodes';
import { distinctWithin, hitShare, zipfBands } from '../../scripts/scale/popularity';
import { scaleReport } from '../../scripts/scale/report';
import { randomFrom, simulatedHits, zipfDraw } from '../../scripts/scale/simulation';
import { internetScale, machine } from '../../scripts/scale/world';

const docs = (name: string) => readFileSync(join(__dirname, '../../docs', name), 'utf8');

const measured = measuredIn(docs('benchmarks.md'));
const planned = { world: internetScale, measured, machine };

/** Words of a text, whatever the widths of its tables. */
const wordsOf = (text: string) => text.replace(/-{3,}/g, '---').replace(/\s+/g, ' ').trim();

test('the document says what the model says', () => {
  const [, told = ''] = /<!-- model -->([\s\S]*)<!-- end of model -->/.exec(docs('scale.md')) ?? [];
  const kept = measuredKeptIn(docs('scale.md'));
  expect(wordsOf(told)).toBe(wordsOf(`${measuredComment(kept)} ${scaleReport(kept)}`));
});

test('the document was worked out of benchmarks not far from those that there are', () => {
  const { rates } = measuredKeptIn(docs('scale.md'));
  for (const [operation, rate] of Object.entries(measured.rates)) {
    const share = rate / rates[operation as Operation];
    expect([operation, share > 0.5 && share < 2]).toEqual([operation, true]);
  }
});

test('costs are read from the benchmarks', () => {
  expect(Math.min(...Object.values(measured.rates))).toBeGreaterThan(1_000);
  expect(measured.rates.unchanged).toBeGreaterThan(measured.rates.sort);
  expect(measured.bytesPerRow).toBeGreaterThan(50);
  expect(measured.bytesPerRow).toBeLessThan(2_000);
  expect(() => measuredIn('nothing')).toThrow('no line “the same page of 100 again (32)”');
});

test('shares of the mix are a whole', () => {
  const sum = Object.values(internetScale.mix).reduce((all, share) => all + share, 0);
  expect(sum).toBeCloseTo(1);
});

describe('popularity', () => {
  const bands = zipfBands(10_000, 1, 5_000);

  test('bands hold every thing and every request', () => {
    expect(bands.reduce((sum, { things }) => sum + things, 0)).toBe(10_000);
    expect(bands.reduce((sum, { things, rate }) => sum + things * rate, 0)).toBeCloseTo(5_000);
  });

  test('as many different things are asked as when they are drawn one by one', () => {
    const draw = zipfDraw(10_000, 1, randomFrom(3));
    const seen = new Set(Array.from({ length: 50_000 }, draw));
    expect(Math.abs(distinctWithin(bands, 10) / seen.size - 1)).toBeLessThan(0.03);
  });

  test.each([
    [100, 1, false],
    [1_000, 1, false],
    [400, 5, false],
    [400, 5, true],
    [2_500, 4, true],
  ])('room for %d on %d nodes (by tab: %s): as many are found as when they come one by one', (room, nodes, byTab) => {
    const settings = { tabs: 10_000, skew: 1, requests: 200_000, seed: 5 };
    const hits = simulatedHits({ ...settings, nodes, room, byTab });
    expect(Math.abs(hits - hitShare(bands, byTab ? room * nodes : room))).toBeLessThan(0.02);
  });
});

describe('nodes', () => {
  test('are enough, and one fewer would not be', () => {
    const { nodes, hits } = fleetFor(planned, 'any node');
    const busy = (internetScale.requestsPerSecond * requestSeconds(internetScale, measured)) / machine.busy;
    expect(nodes).toBeGreaterThanOrEqual(busy);
    expect(hits).toBeGreaterThan(0);
  });

  test('are fewer and find more where each project has its own', () => {
    const [any, own] = [fleetFor(planned, 'any node'), fleetFor(planned, 'by project')];
    expect(own.nodes).toBeLessThanOrEqual(any.nodes);
    expect(own.hits).toBeGreaterThan(any.hits);
  });

  test('are more when requests cost more', () => {
    const slower: Measured = {
      ...measured,
      rates: Object.fromEntries(
        Object.entries(measured.rates).map(([name, rate]) => [name, rate / 4]),
      ) as Measured['rates'],
    };
    const { nodes } = fleetFor({ ...planned, measured: slower }, 'by project');
    expect(nodes).toBeGreaterThan(fleetFor(planned, 'by project').nodes);
  });
});

test('limits are in the order in which they break, and a tenth of the world wants less of each', () => {
  const used = (scale: number) => {
    const world = {
      ...internetScale,
      projects: internetScale.projects * scale,
      requestsPerSecond: internetScale.requestsPerSecond * scale,
    };
    const fleet = fleetFor({ ...planned, world }, 'any node');
    return limitsOf({ world, measured, machine, fleet }).map(({ what, wanted, there }) => ({
      what,
      used: wanted / there,
    }));
  };
  const [whole, tenth] = [used(1), used(0.1)];
  expect([...whole].sort((one, other) => other.used - one.used)).toEqual(whole);
  for (const { what, used: share } of tenth) {
    expect(share).toBeLessThan(whole.find((one) => one.what === what)?.used ?? 0);
  }
});
