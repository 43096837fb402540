import { lazy } from 'react';
import type { ProjectViews } from '../endpoint/projectViewTypes';
import { AccessPanel } from '../endpoint/AccessPanel';
import { DataPanel } from '../endpoint/DataPanel';
import { KeysSection } from '../keys/KeysSection';

const ApiPanel = lazy(() => import(/* webpackChunkName: "api" */ '../tryIt/ApiPanel'));
const SyncPanel = lazy(() => import(/* webpackChunkName: "sync" */ '../sync/SyncPanel'));
const SettingsView = lazy(() => import(/* webpackChunkName: "settings" */ './SettingsView'));

/** What stands under each view of a project's page; those that are not here have no tab. */
export const projectViews: ProjectViews = {
  data: DataPanel,
  api: ApiPanel,
  access: ({ project }) => <AccessPanel project={project} keys={<KeysSection key={project.id} project={project} />} />,
  sync: SyncPanel,
  settings: SettingsView,
};
