import { selectProject } from '../projects/projectsSelectors';
import type { RootState } from '../rootReducer';
import { idleSync, type SyncState } from './syncSlice';
import type { VersionState } from './versionsSlice';

/** Where the sync that was started here is. */
export const selectSync = (state: RootState, projectId: string): SyncState => state.sync.now[projectId] ?? idleSync;

/** Whether "Sync now" loads: one was started here, or the project says that one is under way. */
export const selectSyncing = (state: RootState, projectId: string): boolean => {
  const { phase } = selectSync(state, projectId);
  return phase === 'running' || selectProject(state, projectId)?.status === 'syncing';
};

/** The name of the tab that a sync started here is reading, for the status line: "Reading orders". */
export function selectTabBeingRead(state: RootState, projectId: string): string | undefined {
  const sync = selectSync(state, projectId);
  return sync.phase === 'running' ? sync.progress.tabs.find(({ phase }) => phase === 'reading')?.title : undefined;
}

/** The history of a project; undefined until it was answered. */
export const selectHistory = (state: RootState, projectId: string) => state.sync.histories[projectId];

/** Seconds between two looks at the sheet, as chosen, though the server may not know it yet. */
export function selectRefreshSeconds(state: RootState, projectId: string): number {
  const { refresh } = state.sync;
  if (refresh?.projectId === projectId) return refresh.seconds;
  return selectProject(state, projectId)?.refreshSeconds ?? 0;
}

const IDLE: VersionState = { phase: 'idle' };

/** Where another version of a project's workbook is. */
export function selectVersion(state: RootState, projectId: string): VersionState {
  const { change = IDLE } = state.versions ?? {};
  return change.phase !== 'idle' && change.projectId === projectId ? change : IDLE;
}

/** The versions of a workbook; undefined until they were answered. */
export const selectVersionList = (state: RootState, sheetId: string) => state.versions?.lists[sheetId];
