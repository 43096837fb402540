import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { createMachine, event, type EventsOf, type OfProject, perProject } from '../machine/createMachine';
import { without } from '../machine/resultsById';
import { reducersOf } from '../machine/reducersOf';
import type { TransitionRow } from '../machine/transitionTable';
import { projectDeleted, projectMissing } from '../projects/projectsSlice';
import { switched, type Switching } from './settingsEvents';
import type { SettingsDraft, SettingsErrors } from './settingsDraft';

/** Why a save was refused. */
interface Refused {
  readonly errors: SettingsErrors;
  /** Text if no field is to blame. */
  readonly message?: string;
}

/** The Settings form of a project, with its unsaved changes. */
export type SettingsState =
  | { readonly phase: 'clean' }
  | ({ readonly phase: 'changed'; readonly draft: SettingsDraft } & Partial<Refused>)
  | { readonly phase: 'saving'; readonly draft: SettingsDraft };

export const cleanSettings: SettingsState = { phase: 'clean' };

const events = {
  settingsChanged: event<OfProject & { readonly draft: SettingsDraft }>(),
  /** All fields equal their saved values again. */
  settingsReverted: event<OfProject>(),
  /** "Save", or ⌘S. */
  saveAsked: event<OfProject>(),
  settingsSaved: event<OfProject>(),
  saveRefused: event<OfProject & Refused>(),
};

type Events = EventsOf<typeof events>;

const changing = {
  settingsChanged: { to: 'changed', carry: (_from, { draft }) => ({ draft }) },
} satisfies TransitionRow<SettingsState, Events>;

/** The Settings form of one project. "Save" is enabled by a change; nothing can be changed during a save. */
export const settingsMachine = createMachine(
  'settings',
  {
    clean: changing,
    changed: {
      ...changing,
      settingsReverted: { to: 'clean' },
      saveAsked: { to: 'saving', carry: ({ draft }) => ({ draft }) },
    },
    saving: {
      settingsSaved: { to: 'clean' },
      saveRefused: {
        to: 'changed',
        carry: ({ draft }, { errors, message }) => ({ draft, errors, ...(message !== undefined && { message }) }),
      },
    },
  },
  (): SettingsState => cleanSettings,
  events,
);

export interface SettingsSliceState {
  /** Forms by project id; a missing one is clean. Unsaved changes survive leaving the page. */
  readonly forms: Readonly<Record<string, SettingsState>>;
  /** The switch in flight of each project. */
  readonly switching: Readonly<Record<string, Switching>>;
  /** Ids of the projects whose new address is being requested. */
  readonly moving: readonly string[];
}

/** Initial state. */
export const noSettings: SettingsSliceState = { forms: {}, switching: {}, moving: [] };

/** Requests in flight stay: their responses settle them. */
const removeProject = (state: SettingsSliceState, { payload: { projectId } }: PayloadAction<OfProject>) => ({
  ...state,
  forms: without(state.forms, projectId),
});

const on = reducersOf<SettingsSliceState>();

/** The Settings of projects: the form (a state machine), the switches, the address. Lazy-loaded. */
export const settingsSlice = createSlice({
  name: 'settings',
  initialState: noSettings,
  reducers: {
    switchSettled: on<OfProject>(({ switching }, { projectId }) => ({ switching: without(switching, projectId) })),
    newAddressAsked: on<OfProject>(({ moving }, { projectId }) => ({ moving: [...moving, projectId] })),
    newAddressSettled: on<OfProject>(({ moving }, { projectId }) => ({
      moving: moving.filter((id) => id !== projectId),
    })),
  },
  extraReducers: (builder) => {
    builder
      .addCase(
        switched,
        on<Switching>(({ switching }, payload) => ({ switching: { ...switching, [payload.projectId]: payload } })),
      )
      .addCase(projectDeleted, removeProject)
      .addCase(projectMissing, removeProject)
      .addMatcher(settingsMachine.handles, perProject('forms', settingsMachine));
  },
});

export const { settingsChanged, settingsReverted, saveAsked, settingsSaved, saveRefused } = settingsMachine.actions;

export const { switchSettled, newAddressAsked, newAddressSettled } = settingsSlice.actions;
