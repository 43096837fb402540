import { createSelector } from '@reduxjs/toolkit';
import type { UsageAnswer, UsageEndpoint } from '../../contract/usage';
import type { RootState } from '../rootReducer';
import { BUSIEST, daySums, endpointKey, fillOf, type Layer, layersByStatus, layersByTab } from './bars';
import { freshUsage } from './usageSlice';

/** What is known of usage, and how it is looked at. */
export const selectUsageView = ({ usage = freshUsage }: RootState) => usage;

/** What the server told; that of the question before while another is asked. */
export function selectUsage(state: RootState): UsageAnswer | undefined {
  const { known } = selectUsageView(state);
  return 'answer' in known ? known.answer : undefined;
}

/** The endpoint whose requests alone are shown; undefined when all are. */
export const selectShownEndpoint = createSelector(
  selectUsage,
  (state: RootState) => selectUsageView(state).endpoint,
  (usage, chosen): UsageEndpoint | undefined => usage?.endpoints.find((endpoint) => endpointKey(endpoint) === chosen),
);

/** Told in the legend before there are numbers. */
const UNKNOWN = layersByStatus({ '2xx': [], '4xx': [], '5xx': [] });
const NONE: readonly Layer[] = [];

/** What the bars are made of, the lowest layer first. */
export const selectLayers = createSelector(
  [selectUsage, (state: RootState) => selectUsageView(state).stack, selectShownEndpoint],
  (usage, stack, endpoint): readonly Layer[] => {
    if (usage === undefined) return stack === 'status' ? UNKNOWN : NONE;
    if (stack === 'status') return layersByStatus((endpoint ?? usage).series);
    if (endpoint === undefined) return layersByTab(usage);
    const fill = fillOf(usage.endpoints.indexOf(endpoint));
    return [{ key: endpointKey(endpoint), label: endpoint.title, fill, counts: daySums(endpoint.series) }];
  },
);

const NO_ENDPOINTS: readonly UsageEndpoint[] = [];

/** The five busiest endpoints, or all of them. */
export const selectListedEndpoints = createSelector(
  [selectUsage, (state: RootState) => selectUsageView(state).allEndpoints],
  (usage, all): readonly UsageEndpoint[] =>
    usage === undefined ? NO_ENDPOINTS : all ? usage.endpoints : usage.endpoints.slice(0, BUSIEST),
);
