import { canvasHeight, scrollTopFor, windowAt } from '../../../src/app/grid/useLineScroll';

const box = { lines: 1_000, lineHeight: 36, height: 14 * 36 };

describe('lines that fit on a canvas', () => {
  it.each([
    [0, 0, 13, 0],
    [36, 1, 14, 36],
    [36 * 986, 986, 999, 36 * 986],
  ])('scrolled by %i pixels show %i to %i', (top, first, last, base) => {
    expect(windowAt(box, top)).toEqual({ first, last, base });
  });

  it('never exceed the last or the first line', () => {
    expect(windowAt(box, 10_000_000)).toMatchObject({ first: 999, last: 999 });
    expect(windowAt(box, -50)).toMatchObject({ first: 0 });
    expect(windowAt({ ...box, lines: 3 }, 0)).toMatchObject({ first: 0, last: 2 });
  });

  it.each([
    [0, 0, undefined],
    [0, 13, undefined],
    [0, 14, 36],
    [36 * 20, 19, 36 * 19],
    [36 * 20, 999, 36 * 986],
  ])('at %i, line %i is scrolled to %s', (top, line, to) => {
    expect(scrollTopFor(box, top, line)).toBe(to);
  });
});

describe('more lines than the maximum height of a canvas', () => {
  const huge = { lines: 10_000_000, lineHeight: 36, height: 504 };
  const end = canvasHeight(huge) - huge.height;

  it('limit the height of the canvas', () => expect(canvasHeight(huge)).toBe(15_000_000));

  it('can all be reached', () => {
    expect(windowAt(huge, 0)).toEqual({ first: 0, last: 13, base: 0 });
    expect(windowAt(huge, end)).toMatchObject({ first: 9_999_986, last: 9_999_999 });
    expect(windowAt(huge, end / 2).first).toBeCloseTo(4_999_993, -1);
  });

  it('are drawn where they are visible', () => {
    for (const top of [1_000, 777_777, end]) {
      const { base } = windowAt(huge, top);
      expect(Math.abs(base - top)).toBeLessThanOrEqual(huge.lineHeight);
    }
  });

  it.each([0, 123_456, 5_000_000, 9_999_999])('line %i can be scrolled to', (line) => {
    for (const from of [0, end / 3, end]) {
      const top = scrollTopFor(huge, from, line) ?? from;
      const { first, last } = windowAt(huge, top);
      expect(line).toBeGreaterThanOrEqual(first - 1);
      expect(line).toBeLessThanOrEqual(last + 1);
    }
  });
});
