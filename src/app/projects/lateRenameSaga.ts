import { lateSaga } from '../sagas/lateSaga';
import { projectListOpened } from './projectsSlice';
import { renameSubmitted } from './renameEvents';

/** Renaming, fetched once the list is on the screen. */
export function* lateRenameSaga() {
  yield* lateSaga({
    wake: [projectListOpened],
    events: [renameSubmitted],
    load: async () => (await import(/* webpackChunkName: "projectSagas" */ './renameSaga')).renameSaga,
  });
}
