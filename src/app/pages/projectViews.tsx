import type { ProjectViews } from '../endpoint/projectViewTypes';
import { DataPanel } from '../endpoint/DataPanel';
import { latePart } from '../parts/latePart';

const ApiPanel = latePart(async () => (await import(/* webpackChunkName: "api" */ '../tryIt/ApiPanel')).default);
const AccessView = latePart(async () => (await import(/* webpackChunkName: "access" */ './AccessView')).default);
const SyncPanel = latePart(async () => (await import(/* webpackChunkName: "sync" */ '../sync/SyncPanel')).default);
const SettingsView = latePart(async () => (await import(/* webpackChunkName: "settings" */ './SettingsView')).default);

/** What stands under each view of a project's page; those that are not here have no tab. */
export const projectViews: ProjectViews = {
  data: DataPanel,
  api: ApiPanel,
  access: AccessView,
  sync: SyncPanel,
  settings: SettingsView,
};
