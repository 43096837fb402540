import type { RootState } from '../rootReducer';
import type { VersionState } from './versionMachine';

const IDLE: VersionState = { phase: 'idle' };

/** Where another version of a project's workbook is. */
export function selectVersion(state: RootState, projectId: string): VersionState {
  const { change } = state.versions;
  return change.phase !== 'idle' && change.projectId === projectId ? change : IDLE;
}

/** The versions of a workbook; undefined until they were answered. */
export const selectVersionList = (state: RootState, sheetId: string) => state.versions.lists[sheetId];
