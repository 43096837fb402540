import { createMachine, event, type EventsOf } from '../machine/createMachine';
import type { TransitionRow } from '../machine/transitionTable';
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

export const cleanSettings: SettingsState = { phase: 'clean' };

interface AboutProject {
  readonly projectId: string;
}

const events = {
  settingsChanged: event<AboutProject & { readonly draft: SettingsDraft }>(),
  /** Everything is as it is saved again. */
  settingsReverted: event<AboutProject>(),
  /** "Save", or ⌘S. */
  saveAsked: event<AboutProject>(),
  settingsSaved: event<AboutProject>(),
  saveRefused: event<AboutProject & { readonly errors: SettingsErrors; readonly message?: string }>(),
};

type Events = EventsOf<typeof events>;

const changing = {
  settingsChanged: { to: 'changed', carry: (_from, { draft }) => ({ draft }) },
} satisfies TransitionRow<SettingsState, Events>;

const changed = {
  ...changing,
  settingsReverted: { to: 'clean', carry: () => ({}) },
  saveAsked: { to: 'saving', carry: ({ draft }) => ({ draft }) },
} satisfies TransitionRow<SettingsState, Events, 'changed' | 'refused'>;

/** The Settings form of one project. "Save" wakes with a change; while it is saved, nothing can be changed. */
export const settingsMachine = createMachine(
  'settings',
  {
    clean: changing,
    changed,
    saving: {
      settingsSaved: { to: 'clean', carry: () => ({}) },
      saveRefused: {
        to: 'refused',
        carry: ({ draft }, { errors, message }) => ({ draft, errors, ...(message !== undefined && { message }) }),
      },
    },
    refused: changed,
  },
  (): SettingsState => cleanSettings,
  events,
);
