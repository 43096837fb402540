import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { createMachine, event, type EventsOf, type OfProject, perProject } from '../machine/createMachine';
import { without } from '../machine/knownById';
import { reducersOf } from '../machine/reducersOf';
import type { TransitionRow } from '../machine/transitionTable';
import { projectDeleted, projectMissing } from '../projects/projectsSlice';
import type { SettingsDraft, SettingsErrors } from './settingsDraft';

/** Why they were not saved. */
interface Refused {
  readonly errors: SettingsErrors;
  /** Where no field is to blame. */
  readonly message?: string;
}

/** The Settings of a project, as far as they are not saved. */
export type SettingsState =
  | { readonly phase: 'clean' }
  | ({ readonly phase: 'changed'; readonly draft: SettingsDraft } & Partial<Refused>)
  | { readonly phase: 'saving'; readonly draft: SettingsDraft };

export const cleanSettings: SettingsState = { phase: 'clean' };

const events = {
  settingsChanged: event<OfProject & { readonly draft: SettingsDraft }>(),
  /** Everything is as it is saved again. */
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

/** The Settings form of one project. "Save" wakes with a change; while it is saved, nothing can be changed. */
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

/** A switch that the server has not confirmed yet: of a sheet, or the pause of the whole project. */
interface Switching extends OfProject {
  readonly sheetId?: number;
  readonly on: boolean;
}

export interface SettingsSliceState {
  /** By id of the project; one that is not there is clean. What is not saved stays when the page is left. */
  readonly forms: Readonly<Record<string, SettingsState>>;
  readonly switching: Switching | null;
  /** The project that is getting a new address. */
  readonly movingId: string | null;
}

const noSettings: SettingsSliceState = { forms: {}, switching: null, movingId: null };

const forget = (state: SettingsSliceState, { payload: { projectId } }: PayloadAction<OfProject>) => ({
  forms: without(state.forms, projectId),
  switching: state.switching?.projectId === projectId ? null : state.switching,
  movingId: state.movingId === projectId ? null : state.movingId,
});

const on = reducersOf<SettingsSliceState>();

/** What a person decides about a project: the form (a machine), the switches, the address. */
export const settingsSlice = createSlice({
  name: 'settings',
  initialState: noSettings,
  reducers: {
    /** Shown at once; one switch at a time. */
    switched: on<Switching>((state, payload) => (state.switching === null ? { switching: payload } : state)),
    switchSettled: on(() => ({ switching: null })),
    newAddressAsked: on<OfProject>((state, payload) =>
      state.movingId === null ? { movingId: payload.projectId } : state,
    ),
    newAddressSettled: on(() => ({ movingId: null })),
  },
  extraReducers: (builder) => {
    builder
      .addCase(projectDeleted, forget)
      .addCase(projectMissing, forget)
      .addMatcher(settingsMachine.hears, perProject('forms', settingsMachine));
  },
});

export const { settingsChanged, settingsReverted, saveAsked, settingsSaved, saveRefused } = settingsMachine.actions;

export const { switched, switchSettled, newAddressAsked, newAddressSettled } = settingsSlice.actions;
