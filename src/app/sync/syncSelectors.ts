import { selectProject } from '../projects/projectsSelectors';
import type { RootState } from '../rootReducer';
import { idleSync, type SyncState } from './syncSlice';
import type { VersionState } from './versionsSlice';

/** Returns the state of the sync started in this page. */
export const selectSync = (state: RootState, projectId: string): SyncState => state.sync.now[projectId] ?? idleSync;

/** Returns whether "Sync now" is loading: a sync was started in this page, or the project's status is `syncing`. */
export const selectSyncing = (state: RootState, projectId: string): boolean => {
  const { phase } = selectSync(state, projectId);
  return phase === 'running' || selectProject(state, projectId)?.status === 'syncing';
};

/** Returns the title of the tab being read by a sync started in this page, for the status line: "Reading orders". */
export function selectTabBeingRead(state: RootState, projectId: string): string | undefined {
  const sync = selectSync(state, projectId);
  return sync.phase === 'running' ? sync.progress.tabs.find(({ phase }) => phase === 'reading')?.title : undefined;
}

/** Returns the history of a project; undefined until the first response. */
export const selectHistory = (state: RootState, projectId: string) => state.sync.histories[projectId];

/** Returns a chosen refresh interval that the server has not confirmed. */
export const selectChosenRefresh = (state: RootState, projectId: string): number | undefined =>
  state.sync.refresh[projectId];

/** Returns the refresh interval in seconds, including a change that the server has not confirmed. */
export const selectRefreshSeconds = (state: RootState, projectId: string): number =>
  selectChosenRefresh(state, projectId) ?? selectProject(state, projectId)?.refreshSeconds ?? 0;

const IDLE: VersionState = { phase: 'idle' };

/** Returns the state of a new version of a project's workbook. */
export function selectVersion(state: RootState, projectId: string): VersionState {
  const { change = IDLE } = state.versions ?? {};
  return change.phase !== 'idle' && change.projectId === projectId ? change : IDLE;
}

/** Returns whether a version of any workbook is being applied or restored: no other one can be chosen meanwhile. */
export const selectVersionWaiting = ({ versions }: RootState) =>
  versions?.change.phase === 'applying' || versions?.change.phase === 'restoring';

/** Returns the versions of a workbook; undefined until the first response. */
export const selectVersionList = (state: RootState, sheetId: string) => state.versions?.lists[sheetId];
