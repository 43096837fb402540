import { projectListOpened, projectOpened } from '../projects/projectsSlice';
import { lateSaga } from '../sagas/lateSaga';
import { historyOpened, olderAsked, refreshChosen, syncAsked } from './syncSlice';
import { restoreAsked, versionChosen, versionsOpened } from './versionsSlice';

const wake = [projectOpened, projectListOpened];

/** What keeps projects fresh, fetched once there is a project on the screen. */
export function* lateSyncSaga() {
  yield* lateSaga({
    wake,
    events: [syncAsked, historyOpened, olderAsked, refreshChosen],
    load: async () => (await import(/* webpackChunkName: "projectSagas" */ './syncSaga')).syncSaga,
  });
}

/** The same for the versions of workbooks. */
export function* lateVersionsSaga() {
  yield* lateSaga({
    wake,
    events: [versionsOpened, versionChosen, restoreAsked],
    load: async () => (await import(/* webpackChunkName: "projectSagas" */ './versionsSaga')).versionsSaga,
  });
}
