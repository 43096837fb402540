import { combineSlices, type UnknownAction, type WithSlice } from '@reduxjs/toolkit';
import { aboutSlice } from './about/aboutSlice';
import type { accountSlice } from './account/accountSlice';
import type { googleSlice } from './account/googleSlice';
import type { secondFactorSlice } from './account/secondFactorSlice';
import { columnsSlice } from './columns/columnsSlice';
import type { createFlowSlice } from './createFlow/createFlowSlice';
import type { driveSlice } from './drive/driveSlice';
import type { readingSlice } from './reading/readingSlice';
import type { sheetSlice } from './driveSheet/state/sheetSlice';
import type { editSlice } from './project/edit/editSlice';
import type { endpointSlice } from './project/rows/endpointSlice';
import { tabLooksSlice } from './grid/tabLayouts';
import type { keysSlice } from './keys/keysSlice';
import type { firstCallSlice } from './firstCall/firstCallSlice';
import type { learnSlice } from './learn/learnSlice';
import { noticesSlice } from './notices/noticesSlice';
import type { plansSlice } from './plans/plansSlice';
import { projectsSlice } from './projects/projectsSlice';
import { featuresSlice } from './sagas/featuresSlice';
import type { authFormSlice } from './session/authFormSlice';
import { sessionEnded, sessionSlice } from './session/sessionSlice';
import type { settingsSlice } from './settings/settingsSlice';
import { shortcutsSlice } from './shortcuts/shortcutsSlice';
import { snippetsSlice } from './snippets/snippetsSlice';
import { syncSlice } from './sync/syncSlice';
import type { spreadsheetsSlice } from './spreadsheets/spreadsheetsSlice';
import type { versionsSlice } from './sync/versionsSlice';
import type { templatesSlice } from './templates/templatesSlice';
import type { tryItSlice } from './tryIt/tryItSlice';
import type { usageSlice } from './usage/usageSlice';

/** Slices that are lazy-loaded with a page; the page injects them. */
type LazySlices = WithSlice<typeof authFormSlice> &
  WithSlice<typeof createFlowSlice> &
  WithSlice<typeof driveSlice> &
  WithSlice<typeof readingSlice> &
  WithSlice<typeof endpointSlice> &
  WithSlice<typeof editSlice> &
  WithSlice<typeof firstCallSlice> &
  WithSlice<typeof keysSlice> &
  WithSlice<typeof settingsSlice> &
  WithSlice<typeof versionsSlice> &
  WithSlice<typeof tryItSlice> &
  WithSlice<typeof sheetSlice> &
  WithSlice<typeof accountSlice> &
  WithSlice<typeof googleSlice> &
  WithSlice<typeof secondFactorSlice> &
  WithSlice<typeof learnSlice> &
  WithSlice<typeof templatesSlice> &
  WithSlice<typeof plansSlice> &
  WithSlice<typeof spreadsheetsSlice> &
  WithSlice<typeof usageSlice>;

/** The whole state, one slice per feature. */
export const rootReducer = combineSlices({
  app: featuresSlice.reducer,
  about: aboutSlice.reducer,
  session: sessionSlice.reducer,
  projects: projectsSlice.reducer,
  columns: columnsSlice.reducer,
  sync: syncSlice.reducer,
  snippets: snippetsSlice.reducer,
  notices: noticesSlice.reducer,
  shortcuts: shortcutsSlice.reducer,
  tabLooks: tabLooksSlice.reducer,
}).withLazyLoadedSlices<LazySlices>();

export type RootState = ReturnType<typeof rootReducer>;

/** Slices that `appReducer` does not reset at the end of the session: they belong to the browser, or handle `sessionEnded` themselves. */
const NOT_RESET = new Set<string>([
  'app',
  'about',
  'snippets',
  'shortcuts',
  'tabLooks',
  'session',
  'authForm',
  'projects',
  'createFlow',
  'learn',
] satisfies (keyof RootState)[]);

type PreviousState = Parameters<typeof rootReducer>[0];

const withoutUserData = (state: PreviousState = {}): PreviousState =>
  Object.fromEntries(Object.entries(state).filter(([slice]) => NOT_RESET.has(slice)));

/** {@link rootReducer}, which also resets every slice with data of the user when the session ends. */
export const appReducer = (state: PreviousState, action: UnknownAction): RootState =>
  rootReducer(sessionEnded.match(action) ? withoutUserData(state) : state, action);
