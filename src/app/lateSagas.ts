import { accountOpened, setUpOpened } from './account/accountEvents';
import { columnsWanted } from './columns/columnsSlice';
import { returnPlaceOpened } from './consent/consentEvents';
import { uploadCancelled, uploadStarted } from './drive/driveSlice';
import {
  keysRetried,
  newKeySubmitted,
  originAdded,
  originRemoved,
  originRestored,
  revokeRequested,
} from './keys/keysSlice';
import { keyWanted, openingWanted } from './firstCall/firstCallSlice';
import { guideOpened, guideSearchTyped } from './learn/learnEvents';
import { plansWanted } from './plans/plansEvents';
import { projectLeft, projectListOpened, projectOpened } from './projects/projectsSlice';
import { lateSaga } from './sagas/lateSaga';
import { codeGiven, codeWanted } from './session/authFormSlice';
import { newAddressAsked, saveAsked, switched } from './settings/settingsSlice';
import { historyOpened, olderAsked, refreshChosen, syncAsked } from './sync/syncSlice';
import { restoreAsked, versionChosen, versionsOpened } from './sync/versionsSlice';
import { templatesOpened } from './templates/templatesEvents';
import { callLeft, requestCancelled, requestSent } from './tryIt/tryItSlice';
import { usageOpened } from './usage/usageEvents';

/*
 * The sagas that are fetched when they are first needed: the events that have them fetched, those that they hear, and their file.
 */

/** What the account page does, fetched with the page. */
export function* lateAccountSaga() {
  yield* lateSaga({
    wake: [],
    events: [accountOpened, setUpOpened],
    load: async () => (await import(/* webpackChunkName: "account" */ './account/accountSaga')).accountSaga,
  });
}

/** What asks for columns, fetched once there is a project on the screen, or somebody wants them. */
export function* lateColumnsSaga() {
  yield* lateSaga({
    wake: [projectOpened, projectListOpened],
    events: [columnsWanted],
    load: async () => (await import(/* webpackChunkName: "projectSagas" */ './columns/columnsSaga')).columnsSaga,
  });
}

/** What is done about coming back from Google, fetched with the first page that people come back to. */
export function* lateConsentSaga() {
  yield* lateSaga({
    wake: [],
    events: [returnPlaceOpened],
    load: async () => (await import(/* webpackChunkName: "consent" */ './consent/consentSaga')).consentSaga,
  });
}

/** What uploads workbooks, fetched with the first of them; one that is given up by then is not begun. */
export function* lateDriveSaga() {
  yield* lateSaga({
    wake: [],
    events: [uploadStarted, uploadCancelled],
    load: async () => (await import(/* webpackChunkName: "create" */ './drive/driveSaga')).driveSaga,
  });
}

/** What leads to the first call of a project, with the panel that asks for it. */
export function* lateFirstCallSaga() {
  yield* lateSaga({
    wake: [],
    events: [keyWanted, openingWanted],
    load: async () => (await import(/* webpackChunkName: "firstCall" */ './firstCall/firstCallSaga')).firstCallSaga,
  });
}

/** What is done about the keys of a project, in the file of its page: it asks for them as soon as the page is open. */
export function* lateKeysSaga() {
  yield* lateSaga({
    wake: [],
    events: [keysRetried, newKeySubmitted, revokeRequested],
    shared: [projectOpened, projectLeft],
    load: async () => (await import(/* webpackChunkName: "project" */ './keys/keysSaga')).keysSaga,
  });
}

/** What changes the sites of a key, fetched once there is a project on the screen. */
export function* lateOriginsSaga() {
  yield* lateSaga({
    wake: [projectOpened],
    events: [originAdded, originRemoved, originRestored],
    load: async () => (await import(/* webpackChunkName: "projectSagas" */ './keys/keysSaga')).originsSaga,
  });
}

/** What fetches guides and searches them, with their page. */
export function* lateLearnSaga() {
  yield* lateSaga({
    wake: [],
    events: [guideOpened, guideSearchTyped],
    load: async () => (await import(/* webpackChunkName: "learn" */ './learn/learnSaga')).learnSaga,
  });
}

/** What is done about plans, fetched with the first page that shows them. */
export function* latePlansSaga() {
  yield* lateSaga({
    wake: [],
    events: [plansWanted],
    load: async () => (await import(/* webpackChunkName: "plans" */ './plans/plansSaga')).plansSaga,
  });
}

/** What the second step of signing in does, fetched when a code is wanted: most people have none. */
export function* lateSecondStepSaga() {
  yield* lateSaga({
    wake: [codeWanted],
    events: [codeGiven],
    load: async () => (await import(/* webpackChunkName: "secondStep" */ './session/secondStepSaga')).secondStepSaga,
  });
}

/** What Settings do, fetched once there is a project on the screen. */
export function* lateSettingsSaga() {
  yield* lateSaga({
    wake: [projectOpened],
    events: [saveAsked, switched, newAddressAsked],
    load: async () => (await import(/* webpackChunkName: "projectSagas" */ './settings/settingsSaga')).settingsSaga,
  });
}

const wake = [projectOpened, projectListOpened];

/** What keeps projects fresh, fetched once there is a project on the screen. */
export function* lateSyncSaga() {
  yield* lateSaga({
    wake,
    events: [syncAsked, historyOpened, olderAsked, refreshChosen],
    load: async () => (await import(/* webpackChunkName: "projectSagas" */ './sync/syncSaga')).syncSaga,
  });
}

/** The same for the versions of workbooks. */
export function* lateVersionsSaga() {
  yield* lateSaga({
    wake,
    events: [versionsOpened, versionChosen, restoreAsked],
    load: async () => (await import(/* webpackChunkName: "projectSagas" */ './sync/versionsSaga')).versionsSaga,
  });
}

/** What the gallery does, fetched with its page. */
export function* lateTemplatesSaga() {
  yield* lateSaga({
    wake: [],
    events: [templatesOpened],
    load: async () => (await import(/* webpackChunkName: "templates" */ './templates/templatesSaga')).templatesSaga,
  });
}

/** What sends tried calls, fetched once there is a project on the screen. */
export function* lateTryItSaga() {
  yield* lateSaga({
    wake: [projectOpened],
    events: [requestSent, requestCancelled, callLeft],
    load: async () => (await import(/* webpackChunkName: "projectSagas" */ './tryIt/tryItSaga')).tryItSaga,
  });
}

/** What is done about usage, fetched with its page. */
export function* lateUsageSaga() {
  yield* lateSaga({
    wake: [],
    events: [usageOpened],
    load: async () => (await import(/* webpackChunkName: "usage" */ './usage/usageSaga')).usageSaga,
  });
}
