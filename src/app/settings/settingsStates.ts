import type { SettingsDraft, SettingsErrors } from './settingsDraft';

/** The Settings of a project, as far as they are not saved. */
export type SettingsState =
  | { readonly phase: 'clean' }
  | { readonly phase: 'changed'; readonly draft: SettingsDraft }
  | { readonly phase: 'saving'; readonly draft: SettingsDraft }
  | {
      readonly phase: 'refused';
      readonly draft: SettingsDraft;
      readonly errors: SettingsErrors;
      /** Where no field is to blame. */
      readonly message?: string;
    };

interface AboutProject {
  readonly projectId: string;
}

/** What can happen to them, with what comes along. */
export interface SettingsEvents {
  readonly settingsChanged: AboutProject & { readonly draft: SettingsDraft };
  /** Everything is as it is saved again. */
  readonly settingsReverted: AboutProject;
  readonly saveAsked: AboutProject;
  readonly settingsSaved: AboutProject;
  readonly saveRefused: AboutProject & { readonly errors: SettingsErrors; readonly message?: string };
}

/** Every event, in the order of the grid. */
export const settingsEvents = [
  'settingsChanged',
  'settingsReverted',
  'saveAsked',
  'settingsSaved',
  'saveRefused',
] as const satisfies readonly (keyof SettingsEvents)[];

export const cleanSettings: SettingsState = { phase: 'clean' };
