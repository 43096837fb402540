import { projectLeft, projectListOpened, projectOpened } from './projects/projectsSlice';
import type { LazySaga } from './sagas/lazySaga';

/** Most project actions start on the project's page, some in the projects list. */
const projectsShown = [projectOpened, projectListOpened];

/** A feature's lazy saga, or only its `load`. `slices` defaults to the slice with the feature's name. */
type LazyFeature = (Omit<LazySaga, 'slices'> & Partial<LazySaga>) | LazySaga['load'];

/**
 * Lazy-loaded sagas by feature: the events that trigger the load, the module, and the slices whose events the saga handles if they differ
 * from the feature's name. The chunk of a page also holds the page's saga.
 */
export const lazySagas = {
  account: {
    slices: ['account', 'google', 'secondFactor'],
    load: async () => (await import(/* webpackChunkName: "account" */ './account/accountSaga')).accountSaga,
  },
  authForm: async () => (await import(/* webpackChunkName: "auth" */ './session/authSaga')).authSaga,
  columns: {
    wake: projectsShown,
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
  settings: {
    wake: [projectOpened],
    load: async () => (await import(/* webpackChunkName: "projectSagas" */ './settings/settingsSaga')).settingsSaga,
  },
  sheet: async () => (await import(/* webpackChunkName: "drive" */ './driveSheet/state/sheetSaga')).sheetSaga,
  spreadsheets: async () =>
    (await import(/* webpackChunkName: "spreadsheets" */ './spreadsheets/spreadsheetsSaga')).spreadsheetsSaga,
  sync: {
    wake: projectsShown,
    load: async () => (await import(/* webpackChunkName: "projectSagas" */ './sync/syncSaga')).syncSaga,
  },
  templates: async () => (await import(/* webpackChunkName: "templates" */ './templates/templatesSaga')).templatesSaga,
  tryIt: {
    wake: [projectOpened],
    load: async () => (await import(/* webpackChunkName: "projectSagas" */ './tryIt/tryItSaga')).tryItSaga,
  },
  usage: async () => (await import(/* webpackChunkName: "usage" */ './usage/usageSaga')).usageSaga,
  versions: {
    wake: projectsShown,
    load: async () => (await import(/* webpackChunkName: "projectSagas" */ './sync/versionsSaga')).versionsSaga,
  },
} satisfies Record<string, LazyFeature>;
