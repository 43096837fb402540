import { scaleBand, scaleLinear } from 'd3-scale';
import { stack } from 'd3-shape';
import type { UsageAnswer, UsageEndpoint, UsageSeries } from '../../contract/usage';

/** How a layer is filled; `refused` is hatched, so that the stack reads without colour. */
export type LayerFill = 'tab1' | 'tab2' | 'tab3' | 'tab4' | 'tab5' | 'others' | 'answered' | 'refused' | 'failed';

/** One layer of the bars, the lowest first. */
export interface Layer {
  readonly key: string;
  readonly label: string;
  readonly fill: LayerFill;
  /** By day. */
  readonly counts: readonly number[];
}

const TAB_FILLS = ['tab1', 'tab2', 'tab3', 'tab4', 'tab5'] as const;

/** So many endpoints are listed, and have a colour of their own. */
export const BUSIEST = TAB_FILLS.length;

/** An endpoint among all that somebody has. */
export const endpointKey = ({ projectId, sheetId }: Pick<UsageEndpoint, 'projectId' | 'sheetId'>) =>
  `${projectId}/${sheetId ?? ''}`;

/** How the bar of an endpoint is filled, by its place. */
export const fillOf = (place: number): LayerFill => TAB_FILLS[place] ?? 'others';

/** The requests of each day, whatever became of them. */
export const daySums = (series: UsageSeries): readonly number[] =>
  series['2xx'].map((count, day) => count + (series['4xx'][day] ?? 0) + (series['5xx'][day] ?? 0));

/** The path of an endpoint within its project; what was asked of no sheet that it has stands together. */
export const endpointPathOf = ({ title }: Pick<UsageEndpoint, 'title'>) => (title === '' ? 'other calls' : `/${title}`);

/** Bars by status: what was answered, refused, and what failed. */
export const layersByStatus = (series: UsageSeries): readonly Layer[] => [
  { key: '2xx', label: '2xx', fill: 'answered', counts: series['2xx'] },
  { key: '4xx', label: '4xx', fill: 'refused', counts: series['4xx'] },
  { key: '5xx', label: '5xx', fill: 'failed', counts: series['5xx'] },
];

/** The project stands behind titles that several projects have. */
function labelOf(endpoint: UsageEndpoint, endpoints: readonly UsageEndpoint[]): string {
  const isAlone = endpoints.filter(({ title }) => title === endpoint.title).length === 1;
  return isAlone && endpoint.title !== '' ? endpoint.title : `${endpoint.project} ${endpointPathOf(endpoint)}`;
}

/** Bars by tab: the busiest, and all others together. */
export function layersByTab({ series, endpoints }: Pick<UsageAnswer, 'series' | 'endpoints'>): readonly Layer[] {
  const busiest = endpoints.slice(0, BUSIEST);
  const layers = busiest.map((endpoint, place) => ({
    key: endpointKey(endpoint),
    label: labelOf(endpoint, busiest),
    fill: fillOf(place),
    counts: daySums(endpoint.series),
  }));
  const rest = daySums(series).map((sum, day) => layers.reduce((left, { counts }) => left - (counts[day] ?? 0), sum));
  if (rest.every((count) => count === 0)) return layers;
  return [...layers, { key: 'others', label: 'Others', fill: 'others', counts: rest }];
}

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
interface Plot {
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
