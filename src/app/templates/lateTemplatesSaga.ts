import { lateSaga } from '../sagas/lateSaga';
import { templatesOpened } from './templatesEvents';

/** What the gallery does, fetched with its page. */
export function* lateTemplatesSaga() {
  yield* lateSaga({
    wake: [],
    events: [templatesOpened],
    load: async () => (await import(/* webpackChunkName: "templates" */ './templatesSaga')).templatesSaga,
  });
}
