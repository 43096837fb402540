import type { TransitionRow, TransitionTable } from '../machine/transitionTable';
import type { SettingsEvents, SettingsState } from './settingsStates';

const changing = {
  settingsChanged: { to: 'changed', carry: (_from, { draft }) => ({ draft }) },
} satisfies TransitionRow<SettingsState, SettingsEvents>;

const reverting = {
  settingsReverted: { to: 'clean', carry: () => ({}) },
} satisfies TransitionRow<SettingsState, SettingsEvents>;

/** Settings as a table. "Save" wakes with a change; while it is saved, nothing can be changed. */
export const settingsTransitions = {
  clean: { ...changing },
  changed: { ...changing, ...reverting, saveAsked: { to: 'saving', carry: ({ draft }) => ({ draft }) } },
  saving: {
    settingsSaved: { to: 'clean', carry: () => ({}) },
    saveRefused: {
      to: 'refused',
      carry: ({ draft }, { errors, message }) => ({ draft, errors, ...(message !== undefined && { message }) }),
    },
  },
  refused: { ...changing, ...reverting, saveAsked: { to: 'saving', carry: ({ draft }) => ({ draft }) } },
} satisfies TransitionTable<SettingsState, SettingsEvents>;
