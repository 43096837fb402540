import { layersByStatus, layersByTab, PLOT_HEIGHT, plotOf } from '../../../src/app/usage/bars';
import { busy, endpointOf, usageOf } from './usageAnswers';

const seriesOf = (ok: readonly number[], no: readonly number[], bad: readonly number[]) =>
  layersByStatus({ '2xx': [...ok], '4xx': [...no], '5xx': [...bad] });

describe('bars', () => {
  it('are stacked from the bottom, failures on top, with heights by their numbers', () => {
    const { bars, ticks } = plotOf(seriesOf([1_703, 0], [455, 0], [96, 1_200]), 2, 600);
    expect(ticks.map(({ value, share }) => [value, share])).toEqual([
      [0, 0],
      [800, 1 / 3],
      [1_600, 2 / 3],
      [2_400, 1],
    ]);
    const [first, second] = bars;
    expect(first?.segments.map(({ layer, isTop }) => [layer.key, isTop])).toEqual([
      ['2xx', false],
      ['4xx', false],
      ['5xx', true],
    ]);
    expect(first?.segments[0]?.height).toBeCloseTo((1_703 / 2_400) * PLOT_HEIGHT);
    expect(first?.segments[2]?.y).toBeCloseTo(PLOT_HEIGHT * (1 - 2_254 / 2_400));
    expect(second?.segments.map(({ layer, y }) => [layer.key, y])).toEqual([['5xx', PLOT_HEIGHT / 2]]);
  });

  it.each([0, 1, 2, 3, 4, 7, 99, 1_000, 1_001, 12_345, 9_999_999])('never exceed the plot: %i', (count) => {
    const { bars, ticks } = plotOf(seriesOf([count], [0], [0]), 1, 300);
    expect(ticks.every(({ value }) => Number.isInteger(value))).toBe(true);
    expect(ticks.at(-1)?.value).toBeGreaterThanOrEqual(count);
    expect(bars[0]?.segments[0]?.y ?? 0).toBeGreaterThanOrEqual(0);
  });

  it('do not overlap, even ninety of them on a phone', () => {
    const { bars } = plotOf(seriesOf(new Array<number>(90).fill(1), [], []), 90, 260);
    for (const [at, { x, width, band }] of bars.entries()) {
      expect(width).toBeGreaterThanOrEqual(1);
      expect(x).toBeGreaterThanOrEqual(band.x);
      expect(x + width).toBeLessThanOrEqual((bars[at + 1]?.band.x ?? 260) + 0.001);
    }
  });
});

describe('layers by tab', () => {
  it('are the five busiest tabs, and one for all others', () => {
    const layers = layersByTab(busy);
    expect(layers.map(({ label, counts }) => [label, counts[0]])).toEqual([
      ['beans', 56],
      ['subscribers', 40],
      ['talks', 30],
      ['hours', 20],
      ['orders', 10],
      ['Others', 2],
    ]);
    expect(new Set(layers.map(({ fill }) => fill)).size).toBe(6);
  });

  it('include the project’s name if titles are ambiguous', () => {
    const layers = layersByTab(
      usageOf([endpointOf('One', 'list', 3), endpointOf('Two', 'list', 2), endpointOf('Two', '', 1)]),
    );
    expect(layers.map(({ label }) => label)).toEqual(['One /list', 'Two /list', 'Two other calls']);
  });
});
