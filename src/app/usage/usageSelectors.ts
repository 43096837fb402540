import { createSelector } from '@reduxjs/toolkit';
import type { UsageEndpoint } from '../../contract/usage';
import { fieldsOf } from '../machine/transitionTable';
import type { RootState } from '../rootReducer';
import { MAX_BUSIEST, daySums, endpointKey, fillOf, type Layer, layersByStatus, layersByTab } from './bars';
import { freshUsage } from './usageSlice';

/** Returns the state of the Usage page. */
export const selectUsageView = ({ usage = freshUsage }: RootState) => usage;

/** Returns the server's response; the former one while another query loads. */
export const selectUsage = (state: RootState) => fieldsOf(selectUsageView(state).known).answer;

/** Returns the only endpoint shown; undefined if all are shown. */
export const selectShownEndpoint = createSelector(
  selectUsage,
  (state: RootState) => selectUsageView(state).endpoint,
  (usage, chosen): UsageEndpoint | undefined => usage?.endpoints.find((endpoint) => endpointKey(endpoint) === chosen),
);

/** Layers of the legend while the data loads. */
const UNKNOWN = layersByStatus({ '2xx': [], '4xx': [], '5xx': [] });
const NONE: readonly Layer[] = [];

/** Returns the layers of the bars, the lowest first. */
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

/** Returns the busiest endpoints, or all of them. */
export const selectListedEndpoints = createSelector(
  [selectUsage, (state: RootState) => selectUsageView(state).allEndpoints],
  (usage, showsAll): readonly UsageEndpoint[] => {
    const endpoints = usage?.endpoints ?? NO_ENDPOINTS;
    return showsAll ? endpoints : endpoints.slice(0, MAX_BUSIEST);
  },
);
