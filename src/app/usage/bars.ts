import { scaleBand, scaleLinear } from 'd3-scale';
import { stack } from 'd3-shape';
import type { Layer } from './layers';

/** Pixels of the plot's height. */
export const PLOT_HEIGHT = 220;

const WIDEST = 20;
const BETWEEN_LAYERS = 1.5;
const LEAST_HEIGHT = 1.5;
const NARROW = 480;
/** Lines above the foot, and the numbers that they go up by: these times a power of ten. */
const LINES = 3;
const STEPS = [1, 2, 2.5, 4, 5, 8, 10];

/** A part of a bar, in pixels from the plot's top. */
export interface Segment {
  readonly layer: Layer;
  readonly y: number;
  readonly height: number;
  readonly isTop: boolean;
}

/** The bar of a day, and the room it has, in pixels from the plot's left. */
export interface Bar {
  readonly day: number;
  readonly x: number;
  readonly width: number;
  readonly room: { readonly x: number; readonly width: number };
  readonly segments: readonly Segment[];
}

/** A line across the plot; 0 is its foot, 1 its top. */
export interface Tick {
  readonly share: number;
  readonly value: number;
}

/** What is drawn. */
export interface Plot {
  readonly bars: readonly Bar[];
  readonly ticks: readonly Tick[];
}

/** Where the bar of each day stands. */
export function placesOf(days: number, width: number) {
  const indices = Array.from({ length: days }, (_, day) => day);
  const rooms = scaleBand(indices, [0, width]);
  const room = rooms.bandwidth();
  const bar = Math.max(1, Math.min(WIDEST, room - (width < NARROW ? 2 : 4)));
  return indices.map((day) => {
    const x = rooms(day) ?? 0;
    return { day, x: x + (room - bar) / 2, width: bar, room: { x, width: room } };
  });
}

/** The number that lines go up by, so that nothing is higher than the last. */
function stepFor(most: number): number {
  const least = Math.max(1, most / LINES);
  const power = 10 ** Math.floor(Math.log10(least));
  const steps = STEPS.map((step) => step * power).filter(Number.isInteger);
  return steps.find((step) => step >= least) ?? 10 * power;
}

/** Stacks the layers of each day, and finds round numbers for the axis. */
export function plotOf(layers: readonly Layer[], days: number, width: number): Plot {
  const places = placesOf(days, width);
  const stacked = stack<unknown, number, Layer>()
    .keys(layers)
    .value((day, layer) => layer.counts[day] ?? 0)(places.map(({ day }) => day));
  const tops = places.map(({ day }) => stacked.at(-1)?.[day]?.[1] ?? 0);
  const step = stepFor(Math.max(...tops));
  const scale = scaleLinear([0, LINES * step], [0, PLOT_HEIGHT]);
  const segmentsOf = (day: number) =>
    stacked.flatMap((part): Segment[] => {
      const [from = 0, to = 0] = part[day] ?? [];
      if (to === from) return [];
      const gap = from === 0 ? 0 : BETWEEN_LAYERS;
      const height = Math.max(LEAST_HEIGHT, scale(to) - scale(from) - gap);
      return [{ layer: part.key, y: PLOT_HEIGHT - scale(to), height, isTop: to === tops[day] }];
    });
  return {
    bars: places.map((place) => ({ ...place, segments: segmentsOf(place.day) })),
    ticks: Array.from({ length: LINES + 1 }, (_, line) => ({ value: line * step, share: line / LINES })),
  };
}
