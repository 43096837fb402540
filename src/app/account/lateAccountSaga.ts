import { lateSaga } from '../sagas/lateSaga';
import { accountOpened, setUpOpened } from './accountEvents';

/** What the account page does, fetched with the page. */
export function* lateAccountSaga() {
  yield* lateSaga({
    wake: [],
    events: [accountOpened, setUpOpened],
    load: async () => (await import(/* webpackChunkName: "account" */ './accountSaga')).accountSaga,
  });
}
