import { lazy } from 'react';
import type { ProjectViews } from '../endpoint/projectViewTypes';
import { DataPanel } from '../endpoint/DataPanel';

const ApiPanel = lazy(() => import(/* webpackChunkName: "api" */ '../tryIt/ApiPanel'));
const AccessView = lazy(() => import(/* webpackChunkName: "access" */ './AccessView'));
const SyncPanel = lazy(() => import(/* webpackChunkName: "sync" */ '../sync/SyncPanel'));
const SettingsView = lazy(() => import(/* webpackChunkName: "settings" */ './SettingsView'));

/** What stands under each view of a project's page; those that are not here have no tab. */
export const projectViews: ProjectViews = {
  data: DataPanel,
  api: ApiPanel,
  access: AccessView,
  sync: SyncPanel,
  settings: SettingsView,
};
