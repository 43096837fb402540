import { scaleBand, scaleLinear } from 'd3-scale';
import { stack } from 'd3-shape';
import type { UsageAnswer, UsageEndpoint, UsageSeries } from '../../contract/usage';

/** Fill of a layer; `refused` is hatched, so that it can be told apart without colour. */
export type LayerFill = 'tab1' | 'tab2' | 'tab3' | 'tab4' | 'tab5' | 'others' | 'answered' | 'refused' | 'failed';

/** One layer of the stacked bars. Layers are ordered from the lowest. */
export interface Layer {
  readonly key: string;
  readonly label: string;
  readonly fill: LayerFill;
  /** Requests by day. */
  readonly counts: readonly number[];
}

const TAB_FILLS = ['tab1', 'tab2', 'tab3', 'tab4', 'tab5'] as const;

/** Number of endpoints that are listed by default, and have a colour of their own. */
export const MAX_BUSIEST = TAB_FILLS.length;

/** Returns a key that is unique among all endpoints of a user. */
export const endpointKey = ({ projectId, sheetId }: Pick<UsageEndpoint, 'projectId' | 'sheetId'>) =>
  `${projectId}/${sheetId ?? ''}`;

/** Returns the fill of an endpoint by its rank, counted from 0. */
export const fillOf = (rank: number): LayerFill => TAB_FILLS[rank] ?? 'others';

/** Returns the requests of each day, with any status. */
export const daySums = (series: UsageSeries): readonly number[] =>
  series['2xx'].map((count, day) => count + (series['4xx'][day] ?? 0) + (series['5xx'][day] ?? 0));

/** Returns the path of an endpoint within its project. An empty title stands for all requests to no existing sheet. */
export const endpointPathOf = ({ title }: Pick<UsageEndpoint, 'title'>) => (title === '' ? 'other calls' : `/${title}`);

/** Returns the layers by status: successful, refused and failed requests. */
export const layersByStatus = (series: UsageSeries): readonly Layer[] => [
  { key: '2xx', label: '2xx', fill: 'answered', counts: series['2xx'] },
  { key: '4xx', label: '4xx', fill: 'refused', counts: series['4xx'] },
  { key: '5xx', label: '5xx', fill: 'failed', counts: series['5xx'] },
];

/** Returns the label of an endpoint, with its project if several endpoints have the same title. */
function labelOf(endpoint: UsageEndpoint, endpoints: readonly UsageEndpoint[]): string {
  const isUnique = endpoints.filter(({ title }) => title === endpoint.title).length === 1;
  return isUnique && endpoint.title !== '' ? endpoint.title : `${endpoint.project} ${endpointPathOf(endpoint)}`;
}

/** Returns the layers by tab: one for each of the busiest tabs, and one for all others. */
export function layersByTab({ series, endpoints }: Pick<UsageAnswer, 'series' | 'endpoints'>): readonly Layer[] {
  const busiest = endpoints.slice(0, MAX_BUSIEST);
  const layers = busiest.map((endpoint, rank) => ({
    key: endpointKey(endpoint),
    label: labelOf(endpoint, busiest),
    fill: fillOf(rank),
    counts: daySums(endpoint.series),
  }));
  const rest = daySums(series).map((sum, day) => layers.reduce((left, { counts }) => left - (counts[day] ?? 0), sum));
  if (rest.every((count) => count === 0)) return layers;
  return [...layers, { key: 'others', label: 'Others', fill: 'others', counts: rest }];
}

/** Height of the plot in pixels. */
export const PLOT_HEIGHT = 220;

/** Sizes in pixels. */
const MAX_BAR_WIDTH = 20;
const LAYER_GAP = 1.5;
const MIN_SEGMENT_HEIGHT = 1.5;
const NARROW_PLOT = 480;
/** Number of lines above the baseline. */
const LINES = 3;
/** Possible distances between two lines: these times a power of ten. */
const STEPS = [1, 2, 2.5, 4, 5, 8, 10];

/** A segment of a bar; `y` in pixels from the plot's top. */
export interface Segment {
  readonly layer: Layer;
  readonly y: number;
  readonly height: number;
  readonly isTop: boolean;
}

/** The bar of a day, and the band around it, in pixels from the plot's left. */
export interface Bar {
  readonly day: number;
  readonly x: number;
  readonly width: number;
  readonly band: { readonly x: number; readonly width: number };
  readonly segments: readonly Segment[];
}

/** A line across the plot. */
export interface Tick {
  /** Position: 0 is the bottom of the plot, 1 its top. */
  readonly share: number;
  readonly value: number;
}

/** The drawn plot. */
interface Plot {
  readonly bars: readonly Bar[];
  readonly ticks: readonly Tick[];
}

/** Returns the horizontal position of each day's bar. */
export function barPositions(days: number, width: number) {
  const indices = Array.from({ length: days }, (_, day) => day);
  const bands = scaleBand(indices, [0, width]);
  const band = bands.bandwidth();
  const bar = Math.max(1, Math.min(MAX_BAR_WIDTH, band - (width < NARROW_PLOT ? 2 : 4)));
  return indices.map((day) => {
    const x = bands(day) ?? 0;
    return { day, x: x + (band - bar) / 2, width: bar, band: { x, width: band } };
  });
}

/** Returns a round distance between two lines, so that the highest line is not below `max`. */
function stepFor(max: number): number {
  const minStep = Math.max(1, max / LINES);
  const power = 10 ** Math.floor(Math.log10(minStep));
  const steps = STEPS.map((step) => step * power).filter(Number.isInteger);
  return steps.find((step) => step >= minStep) ?? 10 * power;
}

/** Stacks the layers of each day, and computes round numbers for the axis. */
export function plotOf(layers: readonly Layer[], days: number, width: number): Plot {
  const positions = barPositions(days, width);
  const stacked = stack<unknown, number, Layer>()
    .keys(layers)
    .value((day, layer) => layer.counts[day] ?? 0)(positions.map(({ day }) => day));
  const tops = positions.map(({ day }) => stacked.at(-1)?.[day]?.[1] ?? 0);
  const step = stepFor(Math.max(...tops));
  const scale = scaleLinear([0, LINES * step], [0, PLOT_HEIGHT]);
  const segmentsOf = (day: number) =>
    stacked.flatMap((series): Segment[] => {
      const [from = 0, to = 0] = series[day] ?? [];
      if (to === from) return [];
      const gap = from === 0 ? 0 : LAYER_GAP;
      const height = Math.max(MIN_SEGMENT_HEIGHT, scale(to) - scale(from) - gap);
      return [{ layer: series.key, y: PLOT_HEIGHT - scale(to), height, isTop: to === tops[day] }];
    });
  return {
    bars: positions.map((position) => ({ ...position, segments: segmentsOf(position.day) })),
    ticks: Array.from({ length: LINES + 1 }, (_, line) => ({ value: line * step, share: line / LINES })),
  };
}
