import { lateSaga } from '../sagas/lateSaga';
import { plansWanted } from './plansEvents';

/** What is done about plans, fetched with the first page that shows them. */
export function* latePlansSaga() {
  yield* lateSaga({
    wake: [],
    events: [plansWanted],
    load: async () => (await import(/* webpackChunkName: "plans" */ './plansSaga')).plansSaga,
  });
}
