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

/** Titles that several projects have are told apart by the project. */
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
