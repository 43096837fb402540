import { projectOpened } from '../projects/projectsSlice';
import { lateSaga } from '../sagas/lateSaga';
import { newAddressAsked, saveAsked, switched } from './settingsSlice';

/** What Settings do, fetched once there is a project on the screen. */
export function* lateSettingsSaga() {
  yield* lateSaga({
    wake: [projectOpened],
    events: [saveAsked, switched, newAddressAsked],
    load: async () => (await import(/* webpackChunkName: "projectSagas" */ './settingsSaga')).settingsSaga,
  });
}
