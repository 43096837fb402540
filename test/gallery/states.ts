import { accessStates } from './accessStates';
import { accountStates } from './accountStates';
import { apiStates } from './apiStates';
import { createStates } from './createStates';
import { dataStates } from './dataStates';
import { driveStates } from './driveStates';
import { editStates } from './editStates';
import { entryStates } from './entryStates';
import { frameStates } from './frameStates';
import { learnStates } from './learnStates';
import { listStates } from './listStates';
import { settingsStates } from './settingsStates';
import { sheetStates } from './sheetStates';
import type { ShownState } from './shownState';
import { syncStates } from './syncStates';
import { templateStates } from './templateStates';
import { usageStates } from './usageStates';

/** Every state that can be looked at under `/__states`, screen by screen; the pictures are taken from the same list. */
export const states: readonly ShownState[] = [
  ...entryStates,
  ...createStates,
  ...listStates,
  ...dataStates,
  ...editStates,
  ...apiStates,
  ...accessStates,
  ...syncStates,
  ...settingsStates,
  ...driveStates,
  ...sheetStates,
  ...templateStates,
  ...learnStates,
  ...usageStates,
  ...accountStates,
  ...frameStates,
];
