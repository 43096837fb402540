import { projectLeft, projectListOpened, projectOpened } from './projects/projectsSlice';
import type { LazySaga } from './sagas/lazySaga';

/** Most of what is done to a project is done on its page, some of it in the list. */
const onceProjectsAreShown = [projectOpened, projectListOpened];

/** It wakes by the events of the slice of its name unless others are given, and by these alone where only its file is given. */
type LazyFeature = (Omit<LazySaga, 'slices'> & Partial<LazySaga>) | LazySaga['load'];

/**
 * The sagas that no visitor waits for, by feature: what has each fetched, its file, and the slices whose events it hears where those are
 * not of its name. Those of a page are in the page's own file.
 */
export const lazySagas = {
  account: {
    slices: ['account', 'google', 'secondFactor'],
    load: async () => (await import(/* webpackChunkName: "account" */ './account/accountSaga')).accountSaga,
  },
  authForm: async () => (await import(/* webpackChunkName: "auth" */ './session/authSaga')).authSaga,
  columns: {
    wake: onceProjectsAreShown,
    load: async () => (await import(/* webpackChunkName: "projectSagas" */ './columns/columnsSaga')).columnsSaga,
  },
  consent: async () => (await import(/* webpackChunkName: "consent" */ './consent/consentSaga')).consentSaga,
  createFlow: async () => (await import(/* webpackChunkName: "create" */ './createFlow/createFlowSaga')).createFlowSaga,
  drive: async () => (await import(/* webpackChunkName: "create" */ './drive/driveSaga')).driveSaga,
  edit: async () => (await import(/* webpackChunkName: "editing" */ './project/edit/editSaga')).editSaga,
  endpoint: async () => (await import(/* webpackChunkName: "project" */ './project/rows/endpointSaga')).endpointSaga,
  firstCall: async () => (await import(/* webpackChunkName: "firstCall" */ './firstCall/firstCallSaga')).firstCallSaga,
  keys: {
    shared: [projectOpened, projectLeft],
    load: async () => (await import(/* webpackChunkName: "keys" */ './keys/keysSaga')).keysSaga,
  },
  learn: async () => (await import(/* webpackChunkName: "learn" */ './learn/learnSaga')).learnSaga,
  plans: async () => (await import(/* webpackChunkName: "plans" */ './plans/plansSaga')).plansSaga,
  reading: async () => (await import(/* webpackChunkName: "create" */ './reading/readingSaga')).readingSaga,
  secondStep: async () =>
    (await import(/* webpackChunkName: "secondStep" */ './session/secondStepSaga')).secondStepSaga,
  settings: {
    wake: [projectOpened],
    load: async () => (await import(/* webpackChunkName: "projectSagas" */ './settings/settingsSaga')).settingsSaga,
  },
  sheet: async () => (await import(/* webpackChunkName: "drive" */ './driveSheet/state/sheetSaga')).sheetSaga,
  spreadsheets: async () =>
    (await import(/* webpackChunkName: "spreadsheets" */ './spreadsheets/spreadsheetsSaga')).spreadsheetsSaga,
  sync: {
    wake: onceProjectsAreShown,
    load: async () => (await import(/* webpackChunkName: "projectSagas" */ './sync/syncSaga')).syncSaga,
  },
  templates: async () => (await import(/* webpackChunkName: "templates" */ './templates/templatesSaga')).templatesSaga,
  tryIt: {
    wake: [projectOpened],
    load: async () => (await import(/* webpackChunkName: "projectSagas" */ './tryIt/tryItSaga')).tryItSaga,
  },
  usage: async () => (await import(/* webpackChunkName: "usage" */ './usage/usageSaga')).usageSaga,
  versions: {
    wake: onceProjectsAreShown,
    load: async () => (await import(/* webpackChunkName: "projectSagas" */ './sync/versionsSaga')).versionsSaga,
  },
} satisfies Record<string, LazyFeature>;
