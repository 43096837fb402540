import { projectLeft, projectListOpened, projectOpened } from './projects/projectsSlice';
import type { LazySaga } from './sagas/lazySaga';

/** Most of what is done to a project is done on its page, some of it in the list. */
const onceProjectsAreShown = [projectOpened, projectListOpened];

/**
 * The sagas that no visitor waits for, by feature: what has each fetched, the slices whose events it hears, and its file. Those of
 * a page are in the page's own file.
 */
export const lazySagas = {
  account: {
    slices: ['account', 'accountForm', 'google', 'secondFactor'],
    load: async () => (await import(/* webpackChunkName: "account" */ './account/accountSaga')).accountSaga,
  },
  authForm: {
    slices: ['authForm'],
    load: async () => (await import(/* webpackChunkName: "auth" */ './session/authSaga')).authSaga,
  },
  columns: {
    wake: onceProjectsAreShown,
    slices: ['columns'],
    load: async () => (await import(/* webpackChunkName: "projectSagas" */ './columns/columnsSaga')).columnsSaga,
  },
  consent: {
    slices: ['consent'],
    load: async () => (await import(/* webpackChunkName: "consent" */ './consent/consentSaga')).consentSaga,
  },
  createFlow: {
    slices: ['createFlow'],
    load: async () => (await import(/* webpackChunkName: "create" */ './createFlow/createFlowSaga')).createFlowSaga,
  },
  drive: {
    slices: ['drive'],
    load: async () => (await import(/* webpackChunkName: "create" */ './drive/driveSaga')).driveSaga,
  },
  edit: {
    slices: ['edit'],
    load: async () => (await import(/* webpackChunkName: "editing" */ './project/edit/editSaga')).editSaga,
  },
  endpoint: {
    slices: ['endpoint'],
    load: async () => (await import(/* webpackChunkName: "project" */ './project/rows/endpointSaga')).endpointSaga,
  },
  firstCall: {
    slices: ['firstCall'],
    load: async () => (await import(/* webpackChunkName: "firstCall" */ './firstCall/firstCallSaga')).firstCallSaga,
  },
  keys: {
    slices: ['keys'],
    shared: [projectOpened, projectLeft],
    load: async () => (await import(/* webpackChunkName: "keys" */ './keys/keysSaga')).keysSaga,
  },
  learn: {
    slices: ['learn'],
    load: async () => (await import(/* webpackChunkName: "learn" */ './learn/learnSaga')).learnSaga,
  },
  plans: {
    slices: ['plans'],
    load: async () => (await import(/* webpackChunkName: "plans" */ './plans/plansSaga')).plansSaga,
  },
  reading: {
    slices: ['reading'],
    load: async () => (await import(/* webpackChunkName: "create" */ './reading/readingSaga')).readingSaga,
  },
  secondStep: {
    slices: ['secondStep'],
    load: async () => (await import(/* webpackChunkName: "secondStep" */ './session/secondStepSaga')).secondStepSaga,
  },
  settings: {
    wake: [projectOpened],
    slices: ['settings'],
    load: async () => (await import(/* webpackChunkName: "projectSagas" */ './settings/settingsSaga')).settingsSaga,
  },
  sheet: {
    slices: ['sheet'],
    load: async () => (await import(/* webpackChunkName: "drive" */ './driveSheet/state/sheetSaga')).sheetSaga,
  },
  spreadsheets: {
    slices: ['spreadsheets'],
    load: async () =>
      (await import(/* webpackChunkName: "spreadsheets" */ './spreadsheets/spreadsheetsSaga')).spreadsheetsSaga,
  },
  sync: {
    wake: onceProjectsAreShown,
    slices: ['sync'],
    load: async () => (await import(/* webpackChunkName: "projectSagas" */ './sync/syncSaga')).syncSaga,
  },
  templates: {
    slices: ['templates'],
    load: async () => (await import(/* webpackChunkName: "templates" */ './templates/templatesSaga')).templatesSaga,
  },
  tryIt: {
    wake: [projectOpened],
    slices: ['tryIt'],
    load: async () => (await import(/* webpackChunkName: "projectSagas" */ './tryIt/tryItSaga')).tryItSaga,
  },
  usage: {
    slices: ['usage'],
    load: async () => (await import(/* webpackChunkName: "usage" */ './usage/usageSaga')).usageSaga,
  },
  versions: {
    wake: onceProjectsAreShown,
    slices: ['versions'],
    load: async () => (await import(/* webpackChunkName: "projectSagas" */ './sync/versionsSaga')).versionsSaga,
  },
} satisfies Record<string, LazySaga>;
