import type { Project } from '../../contract/projects';
import type { RootState } from '../rootReducer';
import { emptyDraft, type SettingsDraft } from './settingsDraft';
import { cleanSettings, type SettingsState } from './settingsSlice';

/** Where the Settings form of a project is. */
export const selectSettings = (state: RootState, projectId: string): SettingsState =>
  state.settings.forms[projectId] ?? cleanSettings;

/** What was changed and is not saved. */
export function selectDraft(state: RootState, projectId: string): SettingsDraft {
  const form = selectSettings(state, projectId);
  return form.phase === 'clean' ? emptyDraft : form.draft;
}

/** Whether a sheet is on, though the server may not know it yet. */
export function selectSheetOn(state: RootState, project: Project, sheetId: number): boolean {
  const { switching } = state.settings;
  if (switching?.projectId === project.id && switching.sheetId === sheetId) return switching.on;
  return project.tabs.find((tab) => tab.sheetId === sheetId)?.published ?? false;
}

/** Whether a project is paused, though the server may not know it yet. */
export function selectPaused(state: RootState, project: Project): boolean {
  const { switching } = state.settings;
  if (switching?.projectId === project.id && switching.sheetId === undefined) return switching.on;
  return project.status === 'paused';
}

/** Whether a switch waits for the server: all of them are then disabled. */
export const selectSwitchWaiting = (state: RootState) => state.settings.switching !== null;

/** Whether a project is getting a new address: its dialog's button loads. */
export const selectMoving = (state: RootState, projectId: string) => state.settings.movingId === projectId;

/** Every form that holds something which is not saved. */
export const selectDrafts = ({ settings: { forms } }: RootState) =>
  Object.entries(forms).flatMap(([projectId, form]) => ('draft' in form ? [{ projectId, draft: form.draft }] : []));
