import type { Project } from '../../contract/projects';
import type { RootState } from '../rootReducer';
import { emptyDraft, type SettingsDraft } from './settingsDraft';
import { cleanSettings, noSettings, type SettingsState } from './settingsSlice';

const settingsOf = ({ settings = noSettings }: RootState) => settings;

/** Returns the state of a project's Settings form. */
export const selectSettings = (state: RootState, projectId: string): SettingsState =>
  settingsOf(state).forms[projectId] ?? cleanSettings;

/** Returns the unsaved changes of a project's Settings. */
export function selectDraft(state: RootState, projectId: string): SettingsDraft {
  const form = selectSettings(state, projectId);
  return form.phase === 'clean' ? emptyDraft : form.draft;
}

/** Returns whether a sheet is on, including a change that the server has not confirmed. */
export function selectSheetOn(state: RootState, project: Project, sheetId: number): boolean {
  const switching = settingsOf(state).switching[project.id];
  if (switching?.sheetId === sheetId) return switching.on;
  return project.tabs.find((tab) => tab.sheetId === sheetId)?.published ?? false;
}

/** Returns whether a project is paused, including a change that the server has not confirmed. */
export function selectPaused(state: RootState, project: Project): boolean {
  const switching = settingsOf(state).switching[project.id];
  if (switching !== undefined && switching.sheetId === undefined) return switching.on;
  return project.status === 'paused';
}

/** Returns whether a switch of a project waits for the server: all its switches are then disabled. */
export const selectSwitchWaiting = (state: RootState, projectId: string) =>
  settingsOf(state).switching[projectId] !== undefined;

/** Returns whether the request of a project's new address is in flight: the dialog's button is then loading. */
export const selectMoving = (state: RootState, projectId: string) => settingsOf(state).moving.includes(projectId);

/** Returns the unsaved changes of all projects. */
export const selectDrafts = (state: RootState) =>
  Object.entries(settingsOf(state).forms).flatMap(([projectId, form]) =>
    'draft' in form ? [{ projectId, draft: form.draft }] : [],
  );
